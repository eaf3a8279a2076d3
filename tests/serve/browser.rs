//! A real browser, driven over its DevTools protocol. Found through `CHROME`, or in the PATH.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// What a page may take to come to rest on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

/// The browser of all tests of this program.
struct Program {
    /// Address of its DevTools protocol.
    url: String,
    /// Its input ends with this program, whatever becomes of that, and the browser with it.
    _child: Child,
}

/// Ends a program, whose arguments stand behind its folder, when nothing more can come.
const UNTIL_THE_END: &str =
    r#"folder=$1; shift; "$@" & read -r _; kill -9 $!; wait $!; rm -rf "$folder""#;

static PROGRAM: LazyLock<Option<Program>> = LazyLock::new(|| {
    let program = program()?;
    let profile = tempfile::tempdir().unwrap().keep();
    let mut child = Command::new("sh")
        .args(["-c", UNTIL_THE_END, "sh"])
        .arg(&profile)
        .arg(program)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
        .args(["--no-first-run", "--disable-background-networking", "--lang=en"])
        // A server that is embedded elsewhere is not on the reader's own machine, as here.
        .arg("--disable-features=LocalNetworkAccessChecks")
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("about:blank")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let url = lines
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned))
        .expect("the browser listens");
    Some(Program { url, _child: child })
});

/// A window with one tab, which shares nothing with other windows of the browser.
pub(crate) struct Browser {
    socket: WebSocket<TcpStream>,
    session: String,
    /// What the window keeps: cookies, storage, permissions.
    pub(crate) context: Value,
    calls: u64,
    /// Addresses of all requests.
    pub(crate) requests: Vec<String>,
    /// The addresses of the page's requests that are not answered yet, by their ids.
    open: BTreeMap<String, String>,
    /// The loader of the page that was left: the browser reports some of its requests late, and
    /// never their end.
    left: Value,
    /// Errors and warnings of the console, and dialogs.
    pub(crate) complaints: Vec<String>,
    /// Bytes that came over the wire.
    pub(crate) loaded: f64,
}

impl Browser {
    /// Opens a window of the browser, if there is one. That there is none is said where no test
    /// runner hides it.
    pub(crate) fn start() -> Option<Browser> {
        let Some(program) = &*PROGRAM else {
            let said = "LEFT OUT: no chromium for the tests of the page (CHROME)";
            let _ = writeln!(std::io::stderr(), "{said}");
            return None;
        };
        let address = program.url["ws://".len()..].split('/').next().unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(program.url.as_str(), stream).unwrap();
        let mut browser = Browser {
            socket,
            session: String::new(),
            context: Value::Null,
            calls: 0,
            requests: Vec::new(),
            open: BTreeMap::new(),
            left: Value::Null,
            complaints: Vec::new(),
            loaded: 0.0,
        };
        let context =
            browser.call("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
        browser.context = context["browserContextId"].clone();
        let target = browser.call(
            "Target.createTarget",
            json!({ "url": "about:blank", "browserContextId": browser.context }),
        );
        let attached = browser.call(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        // Windows of other tests lie before this one.
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        Some(browser)
    }

    /// The pages and frames of this window that have processes of their own.
    pub(crate) fn targets(&mut self) -> Vec<Value> {
        let targets = self.call("Target.getTargets", json!({}));
        let targets = targets["targetInfos"].as_array().unwrap().iter();
        targets.filter(|it| it["browserContextId"] == self.context).cloned().collect()
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let reply: Value = serde_json::from_str(&text).unwrap();
            if reply["id"] == id {
                assert!(reply["error"].is_null(), "{method}: {}", reply["error"]);
                return reply["result"].clone();
            }
            self.note(&reply);
        }
    }

    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => {
                self.requests.push(params["request"]["url"].as_str().unwrap().to_owned());
                // Events come without an end.
                if params["type"] != "EventSource" && params["loaderId"] != self.left {
                    let url = params["request"]["url"].to_string();
                    self.open.insert(params["requestId"].to_string(), url);
                }
            }
            "Network.loadingFinished" => {
                self.loaded += params["encodedDataLength"].as_f64().unwrap();
                self.open.remove(&params["requestId"].to_string());
            }
            "Network.loadingFailed" => _ = self.open.remove(&params["requestId"].to_string()),
            "Runtime.exceptionThrown" | "Page.javascriptDialogOpening" => {
                self.complaints.push(params.to_string());
            }
            "Runtime.consoleAPICalled" if params["type"] != "log" => {
                self.complaints.push(params.to_string());
            }
            "Log.entryAdded" => self.complaints.push(params["entry"]["text"].to_string()),
            _ => {}
        }
    }

    /// The value of an expression on the page.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// The value of an expression in the page that a frame of this page shows.
    pub(crate) fn eval_in_frame(&mut self, expression: &str) -> Value {
        let mut params =
            json!({ "expression": expression, "returnByValue": true, "userGesture": true });
        let tree = self.call("Page.getFrameTree", json!({}));
        let frame = &tree["frameTree"]["childFrames"][0]["frame"]["id"];
        if frame.is_null() {
            return self.eval_in_own_process(params);
        }
        let world = self.call("Page.createIsolatedWorld", json!({ "frameId": frame }));
        params["contextId"] = world["executionContextId"].clone();
        self.call("Runtime.evaluate", params)["result"]["value"].clone()
    }

    /// The value of an expression in a frame of another site, which has a process of its own.
    fn eval_in_own_process(&mut self, params: Value) -> Value {
        let targets = self.targets();
        let frame = targets.iter().find(|it| it["type"] == "iframe").expect("a frame");
        let asked = json!({ "targetId": frame["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", asked);
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let own = std::mem::replace(&mut self.session, session);
        let value = self.call("Runtime.evaluate", params)["result"]["value"].clone();
        self.session = own;
        value
    }

    /// Waits until an expression is true on the page. What it looks at may not be there yet.
    pub(crate) fn wait(&mut self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        let is_true = format!(
            "(() => {{ try {{ return Boolean({expression}); }} catch (fault) {{
                if (fault instanceof TypeError) return false;
                throw fault;
            }} }})()"
        );
        while self.eval(&is_true) != true {
            let page =
                |browser: &mut Browser| browser.eval("location.href + document.body.innerText");
            assert!(Instant::now() < until, "never true: {expression}: {}", page(self));
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Opens a page and waits until it has come to rest.
    pub(crate) fn open(&mut self, url: &str) {
        self.navigate(url);
        self.settle();
    }

    /// Opens a page.
    pub(crate) fn navigate(&mut self, url: &str) {
        self.leave();
        let came = self.call("Page.navigate", json!({ "url": url }));
        if came["loaderId"].is_null() {
            // Another place of the same page.
            self.left = Value::Null;
        }
    }

    /// Waits for no request of the present page any more.
    fn leave(&mut self) {
        let tree = self.call("Page.getFrameTree", json!({}));
        self.left = tree["frameTree"]["frame"]["loaderId"].clone();
        self.open.clear();
    }

    /// Loads the page again.
    pub(crate) fn reload(&mut self) {
        self.leave();
        self.eval("window.isLeft = true");
        self.call("Page.reload", json!({}));
        self.wait("!window.isLeft");
        self.settle();
    }

    /// Waits until the page has come to rest.
    pub(crate) fn settle(&mut self) {
        let ready = "document.readyState === 'complete' && document.querySelector('#main') && \
                     document.querySelector('#main').childElementCount > 0 && \
                     !document.querySelector('#main').hasAttribute('aria-busy')";
        self.wait(ready);
    }

    /// Waits until all that was asked of the server has come, and all pictures are there.
    pub(crate) fn rest(&mut self) {
        self.rest_for(60);
    }

    /// Waits, too, until nothing more is asked for a number of milliseconds.
    pub(crate) fn rest_for(&mut self, milliseconds: u64) {
        let until = Instant::now() + PATIENCE;
        let mut asked = usize::MAX;
        while asked != self.requests.len() || !self.open.is_empty() {
            assert!(Instant::now() < until, "no answer: {:?}", self.open);
            asked = self.requests.len();
            std::thread::sleep(Duration::from_millis(milliseconds));
            self.wait("[...document.images].every((it) => it.complete || it.loading === 'lazy')");
        }
    }

    /// Sets the width of the window and the colours that are preferred.
    pub(crate) fn look(&mut self, width: u32, scheme: &str) {
        self.window(width, 900, scheme);
    }

    /// Sets the size of the window and the colours that are preferred. A narrow window is that of a
    /// phone.
    pub(crate) fn window(&mut self, width: u32, height: u32, scheme: &str) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
        });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The middle of an element that has stood still for a frame.
    pub(crate) fn middle(&mut self, selector: &str) -> (f64, f64) {
        let until = Instant::now() + PATIENCE;
        let mut before = self.middle_now(selector);
        loop {
            self.eval("new Promise((then) => requestAnimationFrame(() => setTimeout(then)))");
            let now = self.middle_now(selector);
            if now == before {
                return now;
            }
            assert!(Instant::now() < until, "never still: {selector}");
            before = now;
        }
    }

    fn middle_now(&mut self, selector: &str) -> (f64, f64) {
        let quoted = json!(selector);
        let at = self.eval(&format!(
            "(() => {{ const it = document.querySelector({quoted}); \
             it.scrollIntoView({{ block: 'center' }}); const box = it.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let params = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Moves the pointer onto an element, and leaves it there.
    pub(crate) fn hover(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.mouse("mouseMoved", at, 0);
    }

    /// Clicks an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.mouse("mousePressed", at, 1);
        self.mouse("mouseReleased", at, 0);
    }

    /// Drags one element onto another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let to = self.middle(to);
        let from = self.middle(from);
        self.mouse("mousePressed", from, 1);
        for step in 1..=5 {
            let part = f64::from(step) / 5.0;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    /// Drags files and folders of the machine onto an element, as from a file manager.
    pub(crate) fn drag_files(&mut self, paths: &[&std::path::Path], to: &str) {
        let (x, y) = self.middle(to);
        let files: Vec<_> = paths.iter().map(|path| path.to_str().unwrap()).collect();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": files, "dragOperationsMask": 1 });
            let params = json!({ "type": kind, "x": x, "y": y, "data": data });
            self.call("Input.dispatchDragEvent", params);
        }
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            "/" => "/",
            " " => " ",
            _ => "",
        };
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Tab" => 9,
            "Escape" => 27,
            "Home" => 36,
            "End" => 35,
            "/" => 191,
            " " => 32,
            _ => 13,
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_empty() {
                params["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Types into an element, and presses Enter.
    pub(crate) fn write(&mut self, selector: &str, text: &str) {
        self.eval(&format!("document.querySelector({}).focus()", json!(selector)));
        self.call("Input.insertText", json!({ "text": text }));
        self.key("Enter");
    }

    /// The address, behind its host. The page changes it within 50 milliseconds.
    pub(crate) fn address(&mut self) -> String {
        let later = "new Promise((then) => setTimeout(() => \
                     then(decodeURIComponent(location.pathname + location.search)), 60))";
        self.eval(later).as_str().unwrap().into()
    }

    /// A picture of the page, into `XQDB_PICTURES`, if that names a folder.
    pub(crate) fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("XQDB_PICTURES") else { return };
        let bytes = self.shot();
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), bytes).unwrap();
    }

    /// A picture of the whole page, what is below the window, too, as far as somebody scrolls.
    pub(crate) fn whole_picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("XQDB_PICTURES") else { return };
        let size = self.call("Page.getLayoutMetrics", json!({}))["cssContentSize"].clone();
        let height = size["height"].as_f64().unwrap().min(2600.0);
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": height, "scale": 1 });
        let params = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let shot = self.call("Page.captureScreenshot", params);
        let bytes =
            data_encoding::BASE64.decode(shot["data"].as_str().unwrap().as_bytes()).unwrap();
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), bytes).unwrap();
    }

    /// What is seen, as PNG.
    pub(crate) fn shot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        data_encoding::BASE64.decode(shot["data"].as_str().unwrap().as_bytes()).unwrap()
    }
}

/// The browser that `CHROME` names, or one in the PATH.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROME") {
        return Some(named.into());
    }
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    std::env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}
