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
INSERT INTO "event" VALUES(1,1,'e1182a0f-ebf8-4e0f-a34c-cc4e618f1d75','opened','{"game":"tribello","title":"Friday","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 21:42:45.659113',NULL);
INSERT INTO "event" VALUES(1,2,'7f7a534d-06ae-4523-ad4c-4b43098da0bf','begun','{"entry":{"kind":"deal","trump":"H"}}','2026-11-28 21:42:45.839368',NULL);
INSERT INTO "event" VALUES(1,3,'2be26cd4-4456-4818-ac7f-58d607146ea9','fell','{"card":"2D"}','2026-11-28 21:42:45.962080',NULL);
INSERT INTO "event" VALUES(1,4,'02a975c1-0718-471c-a383-c9cbabc5dba4','fell','{"card":"5D"}','2026-11-28 21:42:45.976967',NULL);
INSERT INTO "event" VALUES(1,5,'b9bd01ac-9b77-42f6-81bb-d52c51bcc64b','fell','{"card":"9D"}','2026-11-28 21:42:45.993400',NULL);
INSERT INTO "event" VALUES(1,6,'ff5c1180-ba90-48b6-b21d-ac65888e004c','fell','{"card":"3S"}','2026-11-28 21:42:46.007826',NULL);
INSERT INTO "event" VALUES(1,7,'2f2529b7-fdd4-4a4d-8784-42f521f0dac9','fell','{"card":"8S"}','2026-11-28 21:42:46.022566',NULL);
INSERT INTO "event" VALUES(1,8,'ce6a6a3a-a0f9-46d6-bdf0-336b995397a7','fell','{"card":"8D"}','2026-11-28 21:42:46.040070',NULL);
INSERT INTO "event" VALUES(1,9,'f482d080-bbde-48ed-96c6-2d679e6159b7','fell','{"card":"6D"}','2026-11-28 21:42:46.061608',NULL);
INSERT INTO "event" VALUES(1,10,'76bcccf7-777a-4a20-b8ec-4b56f074811a','fell','{"card":"3D"}','2026-11-28 21:42:46.075933',NULL);
INSERT INTO "event" VALUES(1,11,'46d3ab26-8318-4b67-aeb9-ed1e6df874a1','amended','{"at":4,"put":"10S"}','2026-11-28 21:42:46.152094',NULL);
INSERT INTO "event" VALUES(1,12,'60d1681e-e43c-48f7-a279-31af8038baee','amended','{"at":0,"out":"2D"}','2026-11-28 21:42:46.198659',NULL);
INSERT INTO "event" VALUES(1,13,'1118f50e-ea2e-4853-b783-669049516f61','amended','{"at":1,"put":"8S","out":"9D","source":4}','2026-11-28 21:42:46.223609',NULL);
INSERT INTO "event" VALUES(1,14,'9bb3b1bc-c1a1-46d0-abdc-73ef90fe2dae','amended','{"at":0,"put":"2D"}','2026-11-28 21:42:46.233902',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Friday','2026-11-28 21:42:45.659113','AnnDnse4NYpB7vWMxK1iiQ','Zvn8guvhRngjU-FlUSgazA');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','e5HQupar3ubMQN3eCSkr6wKETlW2Aefaibsv7Q3iZXI');
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
