//! Any bytes as a container: nothing may be unpacked without end, and what is read is handed out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};
use xqdb::container::{self, ContainerFile, Limits};

fuzz_target!(|bytes: &[u8]| {
    let Some(kind) = container::kind(&bytes[..bytes.len().min(container::HEAD)]) else { return };
    xqdb_fuzz::watch(bytes.len(), || {
        let limits = Limits { always: 1 << 20, ..Limits::default() };
        let most = limits.always.max(limits.ratio * bytes.len() as u64);
        let mut read = 0;
        let size = bytes.len() as u64;
        let input = ContainerFile { source: &mut Cursor::new(bytes), size, beside: None };
        let _ = container::walk(input, kind, &limits, &mut |member| {
            let sink = &mut std::io::sink();
            if let Ok(body) = member.body {
                read += std::io::copy(&mut body.take(u64::MAX), sink).unwrap_or(0);
            }
            true
        });
        assert!(read <= most, "{read} bytes out of {size}");
    });
});
