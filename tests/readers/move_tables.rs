//! Tables with a row for every move become games, with the names of the table of games beside them.

use super::derived::keys;
use crate::common::zip::ZipWriter;

#[test]
fn a_table_of_moves_is_games_and_programs_are_not_rated() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("a.db");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "moves.csv",
        "game_id,red,black,date,result,move_index,move\n\
         7,胡荣华,吕钦,1990,1-0,1,h9g7\n8,HaQiKi D 1.6,Anita 0.2,2010,1-0,0,h2e2\n\
         7,胡荣华,吕钦,1990,1-0,0,h2e2\n7,胡荣华,吕钦,1990,1-0,2,h0g2\n\
         8,HaQiKi D 1.6,Anita 0.2,2010,1-0,1,b9c7\n8,HaQiKi D 1.6,Anita 0.2,2010,1-0,2,h0g2\n",
    );
    write("broken.csv", "game_id,move_index,move\na,7,h2e2\nb,9,c3c4\nc,5,g3g4\nd,8,c3c4\n");
    // A dump, and objects; who played stands in the table of games.
    write(
        "dump.sql",
        "create table games (id int, red text, black text);\n\
         insert into games values (1, '蔡福如', '杨官璘');\n\
         create table moves (game_id int, ply int, move text);\n\
         insert into moves values (1, 1, 'c3c4'), (1, 2, 'c6c5'), (1, 3, 'h0g2'), (1, 4, 'h9g7');\n",
    );
    write(
        "moves.jsonl",
        "{\"game\":5,\"ply\":1,\"move\":\"g3g4\"}\n{\"game\":5,\"ply\":2,\"move\":\"g6g5\"}\n\
         {\"game\":5,\"ply\":3,\"move\":\"h0g2\"}\n{\"game\":5,\"ply\":4,\"move\":\"h9g7\"}\n\
         {\"game\":5,\"ply\":5,\"move\":\"i0h0\"}\n",
    );
    // What was gathered from all over a table is not left over.
    let scattered = folder.path().join("moves.csv");
    let told = crate::common::stderr(&db, &["convert", scattered.to_str().unwrap()], 0);
    assert!(!told.contains("no reader claims"), "{told}");
    crate::common::xqdb(&db, &["import", folder.path().to_str().unwrap()]);
    assert_eq!(keys(&db, &["--kind", "all"]), ["3", "3", "4", "5"]);
    assert_eq!(keys(&db, &["--red", "蔡福如", "--black", "杨官璘"]), ["4"]);
    assert_eq!(keys(&db, &["--played", "program"]), ["3"]);
    assert_eq!(keys(&db, &["--where", "player:胡荣华 played:unknown"]), ["3"]);
    let rated = crate::common::xqdb(&db, &["ratings", "--min-games", "1", "--lang", "en"]);
    let [table, remarks] =
        [rated.stdout, rated.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(table.contains("胡荣华") && !table.contains("HaQiKi"), "{table}");
    assert!(remarks.contains("1 of programs"), "{remarks}");
    let asked =
        crate::common::stdout(&db, &["ratings", "--min-games", "1", "--played", "program"], 0);
    assert!(asked.contains("HaQiKi") && !asked.contains("胡荣华"), "{asked}");
}

#[test]
fn a_table_of_moves_has_the_names_of_the_table_of_games_beside_it() {
    let moves = "game_id,move_index,move\n7,0,h2e2\n8,0,c3c4\n7,1,h9g7\n8,1,c6c5\n\
                 7,2,h0g2\n8,2,b0c2\n";
    let games = "id,红方,黑方,日期,结果\n7,胡荣华,吕钦,1990-05-01,1-0\n8,柳大华,杨官璘,1980,0-1\n";
    let (gbk, ..) = encoding_rs::GBK.encode(games);
    let folder = tempfile::tempdir().unwrap();
    let (tables, db) = (folder.path().join("tables"), folder.path().join("a.db"));
    std::fs::create_dir_all(tables.join("alone")).unwrap();
    // The table of games may come before and behind, in any encoding; a table alone has its ids.
    std::fs::write(tables.join("xq_moves.csv"), moves).unwrap();
    std::fs::write(tables.join("xq_games.csv"), &gbk).unwrap();
    std::fs::write(tables.join("alone/moves.csv"), moves.replace("h9g7", "b9c7")).unwrap();
    for (at, other, order) in [(1, "i9i8", [0, 1]), (2, "a9a8", [1, 0])] {
        let moves = moves.replace("h9g7", other);
        let members = [("库/Moves.csv", moves.as_bytes()), ("库/Games.csv", games.as_bytes())];
        let mut zip = ZipWriter::new(Vec::new());
        for member in order {
            let (name, bytes) = members[member];
            zip.member(name, bytes).unwrap();
        }
        std::fs::write(tables.join(format!("{at}.zip")), zip.finish().unwrap()).unwrap();
    }
    let path = tables.to_str().unwrap();
    crate::common::stdout(&db, &["import", path], 0);
    let found = |args: &[&str]| keys(&db, args).len();
    assert_eq!(found(&["--kind", "all"]), 6, "three games of 7, one of 8, two without names");
    let by_hu = ["--red", "胡荣华", "--black", "吕钦", "--since", "1990-05-01", "--result", "1-0"];
    assert_eq!(found(&by_hu), 3);
    assert_eq!(found(&["--red", "柳大华", "--black", "杨官璘", "--until", "1980"]), 1);
    // So it is with dumps and with objects.
    let dump = "create table moves (game_id int, ply int, move text);\n\
                insert into moves values (1, 1, 'g3g4'), (1, 2, 'g6g5'), (1, 3, 'b0c2');\n";
    std::fs::write(tables.join("my_moves.sql"), dump).unwrap();
    let dump = "create table games (id int, red text, black text);\n\
                insert into games values (1, '蔡福如', '朱剑秋');\n";
    std::fs::write(tables.join("my_games.sql"), dump).unwrap();
    let objects = "{\"game\":5,\"ply\":1,\"move\":\"g3g4\"}\n{\"game\":5,\"ply\":2,\"move\":\"g6g5\"}\n\
                   {\"game\":5,\"ply\":3,\"move\":\"h0g2\"}\n";
    std::fs::write(tables.join("plies.jsonl"), objects).unwrap();
    let objects =
        "{\"id\":4,\"red\":\"某甲\"}\n{\"id\":5,\"red\":\"李义庭\",\"black\":\"王嘉良\"}\n";
    std::fs::write(tables.join("games.jsonl"), objects).unwrap();
    crate::common::xqdb(&db, &["import", path]);
    assert_eq!(found(&["--red", "蔡福如", "--black", "朱剑秋"]), 1);
    assert_eq!(found(&["--red", "李义庭", "--black", "王嘉良"]), 1);
    // Nothing is read again until the table of games is another.
    let import = || crate::common::xqdb(&db, &["import", path, "--lang", "en"]).stderr;
    let again = String::from_utf8(import()).unwrap();
    assert!(again.contains("imported before") && !again.contains("records"), "{again}");
    std::fs::write(tables.join("xq_games.csv"), games.replace("吕钦", "许银川")).unwrap();
    import();
    assert_eq!(found(&["--red", "胡荣华", "--black", "许银川"]), 1);
    assert_eq!(found(&by_hu), 2);
}
