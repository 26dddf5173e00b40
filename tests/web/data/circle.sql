BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE circle (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "circle" VALUES(1,'Saturday friends','2026-11-22 20:59:46.849043','OfFAkgxl_rWu5G7rfYXKZA','f0_7ntZWWVMwgUsdFH9qxw');
CREATE TABLE circle_event (
	circle_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (circle_id, number), 
	FOREIGN KEY(circle_id) REFERENCES circle (id)
);
INSERT INTO "circle_event" VALUES(1,1,'abfd300b-105a-4b40-bab0-14ea5c395ff9','founded','{"name":"Friday friends"}','2026-11-22 20:59:46.850096',NULL);
INSERT INTO "circle_event" VALUES(1,2,'cdec4c6b-68d2-4d28-99be-25c18f177018','put','{"match":1}','2026-11-22 20:59:47.041467',NULL);
INSERT INTO "circle_event" VALUES(1,3,'37895f24-9afc-41e7-b1b2-247b857335f0','put','{"match":2}','2026-11-22 20:59:47.080739',NULL);
INSERT INTO "circle_event" VALUES(1,4,'9ad3902f-b8f9-4266-99ed-017ab2d31f2d','put','{"match":3}','2026-11-22 20:59:47.137132',NULL);
INSERT INTO "circle_event" VALUES(1,5,'a773a7af-d983-4ea0-9835-8e22ac6cb160','put','{"match":4}','2026-11-22 20:59:47.160948',NULL);
INSERT INTO "circle_event" VALUES(1,6,'daa32664-83db-4045-9027-e3001a408942','merged','{"name":"Anne","into":"Ann"}','2026-11-22 20:59:47.321320',NULL);
INSERT INTO "circle_event" VALUES(1,7,'8c38d406-ba63-4144-8657-416f68beac2f','merged','{"name":"Hanna","into":"Ann"}','2026-11-22 20:59:47.553502',NULL);
INSERT INTO "circle_event" VALUES(1,8,'a0d3d82e-bd55-45f5-8ff4-a59b92cf06da','parted','{"name":"Hanna"}','2026-11-22 20:59:47.608137',NULL);
INSERT INTO "circle_event" VALUES(1,9,'0fa8eabe-1608-4edb-ade0-255af5e0bdf6','renamed','{"name":"Saturday friends"}','2026-11-22 20:59:47.632470',NULL);
INSERT INTO "circle_event" VALUES(1,10,'7d629f3b-828e-454e-8b71-0a2667ecf5ce','taken','{"match":4}','2026-11-22 20:59:47.654640',NULL);
INSERT INTO "circle_event" VALUES(1,11,'86b95465-693b-4b1b-945b-dcaf36250aa4','returned','{"to":9}','2026-11-22 20:59:47.677106',NULL);
CREATE TABLE event (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event" VALUES(1,1,'363a01a5-e462-4d82-98ce-6cc6a105ddea','opened','{"game":"tribello","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2025-03-01T20:00:00+01:00","tricks":[13,0,0]}],"title":"Friday","options":{}}','2026-11-22 20:59:46.989151',NULL);
INSERT INTO "event" VALUES(2,1,'29178efd-a08f-4796-9dda-2da2ded7edfe','opened','{"game":"tribello","players":["Anne","ben ","Cleo"],"entries":[{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[3,6,4]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[4,3,6]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[3,6,4]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[4,3,6]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[3,6,4]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[4,3,6]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[6,4,3]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[3,6,4]},{"kind":"deal","at":"2026-01-05T20:00:00+01:00","tricks":[4,3,6]}],"title":"Friday","options":{}}','2026-11-22 20:59:47.067330',NULL);
INSERT INTO "event" VALUES(3,1,'87789e6e-2a31-4dd0-ac52-7fb5af047dff','opened','{"game":"card-triathlon","players":["Ann","Ben","Cleo","Zo\u00eb \u201cZ\u201d <b>"],"entries":[{"kind":"b-leg","note":"Ann bid the hearts first; the last trick of the team is put aside.","auction":["1H","P","2D","2S","3H","P","P","P"],"play":[["5H","4H","2H","AH"],["4S","KS","2S","3S"],["7C","8C","JC","9H"],["7D","JD","6D","AD"],["3D","9D","4D","KH"],["2C","QC","3H","5C"],["10H","6H","3C","6S"],["2D","8D","6C","QD"],["9S","JH","AS","7S"],["7H","10S","KC","QS"],["8H","AC","9C","KD"],["10D","5D","10C","5S"],["QH","JS","4C","8S"]]},{"kind":"c-leg","out":0,"melds":[[["9H","9D","9S","9C","9H","2C","JK"],["3S","3C","3C"]],[["KS","KH","KD","2S"]],[["5D","5C","5S"],["AH","AD","AC","JK"]],[]],"red_threes":[1,0,0,2],"hands":[[],["AS","4D"],["6D"],["QS","QH","2D","JK","7H"]]},{"kind":"d-leg","note":"Ann''s thirteen hearts all score, so she draws an extra hand.","hands":[["AH","KH","QH","JH","10H","9H","8H","7H","6H","5H","4H","3H","2H"],null,["AS","2S","3S","4S","5S","8D","8C","KC","QD","9H","10D","6C","7D"],["9C","10C","JC","QC","KC","AD","4C","6D","2D","7S","3C","9S","JS"]],"layouts":[null,[["4C","5S","6H","7H","8H","2H","10H"]],null,null],"extra":[["6S","7S","8S","JK","JK","2C","4D","QC","KD","5C","JC","3D","9D"],null,null,null]}],"title":"A sprint by its cards: three hearts with an overtrick, a meld of seven nines, and a straight flush of thirteen","options":{}}','2026-11-22 20:59:47.106123',NULL);
INSERT INTO "event" VALUES(4,1,'b0651d9e-ce36-4707-b6f7-82e82d513f7e','opened','{"game":"tribello","title":"Tonight","players":["Hanna","Ben","Cleo"],"options":{}}','2026-11-22 20:59:47.147399',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Friday','2026-11-22 20:59:46.989151','YQ2k-lXRnsiylS-so-GFeA','n9RKtYsgbkd0G1t6ltIb7A');
INSERT INTO "match" VALUES(2,'tribello','Friday','2026-11-22 20:59:47.067330','c3g6rKYAbeEsInBaZ6LQ6w','qGKFceOXr3BOgr0waGWeew');
INSERT INTO "match" VALUES(3,'card-triathlon','A sprint by its cards: three hearts with an overtrick, a meld of seven nines, and a straight flush of thirteen','2026-11-22 20:59:47.106123','FXlf69Vl1BK8Ln1X8Fgh7w','xWVuhjJrUkiLbPUjTA3KxA');
INSERT INTO "match" VALUES(4,'tribello','Tonight','2026-11-22 20:59:47.147399','Ci_SqhIevh6YaN6VeL671A','DPw-xsWWAmyKa10zt8BAxw');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','NvbrE-TiO5nlmvnxXJ6nxc5S-KS1LJpWnJyuFIYk--g');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE UNIQUE INDEX ix_circle_score_key ON circle (score_key);
CREATE UNIQUE INDEX ix_circle_watch_key ON circle (watch_key);
CREATE UNIQUE INDEX ix_circle_event_id ON circle_event (id);
CREATE TRIGGER circle_event_refuses_update BEFORE UPDATE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER circle_event_refuses_delete BEFORE DELETE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
