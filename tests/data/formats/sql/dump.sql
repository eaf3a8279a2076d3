-- Two games as a dump tells them: the table of games beside that of moves.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, red TEXT, black TEXT, date TEXT, result TEXT);
INSERT INTO games VALUES(1,'甲子','乙丑','1990-03-01','1-0');
INSERT INTO games VALUES(2,'丙寅','O''Brien',NULL,'1/2-1/2');
CREATE TABLE moves (game_id INTEGER, ply INTEGER, move TEXT, clock TEXT, PRIMARY KEY (game_id, ply));
INSERT INTO moves VALUES(1,1,'炮二平五','9:00'),(1,2,'马8进7','8:50'),
 (1,3,'马二进三','8:40');
INSERT INTO moves VALUES(2,1,'h2e2','9:00');
INSERT INTO moves VALUES(2,3,'h0g2','8:00');
INSERT INTO moves VALUES(2,2,'b9c7','8:30');
COMMIT;
