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
INSERT INTO "event" VALUES(1,1,'8731973d-8319-4131-b54d-a5610065e9d5','opened','{"game":"tribello","title":"Three evenings","players":["Ann","Ben","Cleo"],"options":{}}','2026-03-06 19:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,2,'e65ce087-8732-472d-a7ca-04c36c55c76a','met','{"place":"At Ann\u2019s","note":"We begin."}','2026-03-06 19:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,3,'22fd4ce4-8df7-4e4e-b327-ecb183908088','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-03-06 19:12:00.000000',NULL);
INSERT INTO "event" VALUES(1,4,'e0d33c2a-563a-41eb-984c-586b25197f49','added','{"entry":{"kind":"deal","tricks":[8,4,1]}}','2026-03-06 19:24:00.000000',NULL);
INSERT INTO "event" VALUES(1,5,'ad77897b-bb98-42b1-91ac-75ccd572be5f','paused','{}','2026-03-06 19:29:00.000000',NULL);
INSERT INTO "event" VALUES(1,6,'6a8a3c48-672d-40a4-836e-c21f9f326f9e','resumed','{}','2026-03-06 19:49:00.000000',NULL);
INSERT INTO "event" VALUES(1,7,'176b6a08-b5e7-407b-a288-efc63ca764c4','added','{"entry":{"kind":"deal","tricks":[3,6,4]}}','2026-03-06 20:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,8,'5fb5680f-f6bb-400b-afb3-ab51ff7b0599','parted','{"note":"Ben deals."}','2026-03-06 20:04:00.000000',NULL);
INSERT INTO "event" VALUES(1,9,'519935ed-b529-4433-83d2-083236eddf71','added','{"entry":{"kind":"deal","tricks":[5,5,3]}}','2026-03-13 20:46:00.000000',NULL);
INSERT INTO "event" VALUES(1,10,'d57f6704-0850-4d33-bdb8-3fcd29e0b284','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-03-13 20:56:00.000000',NULL);
INSERT INTO "event" VALUES(1,11,'b8f93c15-17d5-4c42-8ae4-f6d722fef4eb','added','{"entry":{"kind":"deal","tricks":[7,4,2]}}','2026-03-13 21:06:00.000000',NULL);
INSERT INTO "event" VALUES(1,12,'828fd4c4-1a32-4000-bc06-f0c1848b07d0','added','{"entry":{"kind":"deal","tricks":[4,4,5]}}','2026-03-13 21:16:00.000000',NULL);
INSERT INTO "event" VALUES(1,13,'3dcdfb0d-f059-44ee-a0ea-ef795b091cd7','added','{"entry":{"kind":"deal","tricks":[6,5,2]}}','2026-03-13 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,14,'2a5496c8-43c8-4ad0-8ab1-e207ae38613f','paused','{"at":"2026-03-13T21:16:00+00:00","until":"2026-03-13T22:51:00+00:00"}','2026-03-13 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,15,'e1320564-c390-4062-bb9c-9b74f1d33e9c','met','{"players":["Ann","Dora","Cleo"]}','2026-03-27 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,16,'a41fe122-9c05-4a99-8685-f9e1b347ef98','added','{"entry":{"kind":"deal","tricks":[4,6,3]}}','2026-03-27 23:05:00.000000',NULL);
INSERT INTO "event" VALUES(1,17,'f393a4f1-4111-4e68-8b8e-dbecb68604c5','paused','{}','2026-03-27 23:08:00.000000',NULL);
INSERT INTO "event" VALUES(1,18,'147279dd-e2fa-4e6b-b17b-6f18402101ea','returned','{"to":16}','2026-03-27 23:09:00.000000',NULL);
INSERT INTO "event" VALUES(1,19,'ee359f71-0786-4796-9ddd-1b66b7f26b67','added','{"entry":{"kind":"deal","tricks":[2,7,4]}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(1,20,'307ed6b9-3d9d-4def-b163-e6bd7f864cb1','evening','{"start":"2026-03-06T19:00:00+00:00","session":{"start":"2026-03-06T18:45:00+00:00","end":"2026-03-06T20:05:00+00:00","pauses":[{"start":"2026-03-06T19:30:00+00:00","end":"2026-03-06T19:48:00+00:00"}],"place":"At Ben\u2019s","note":"Ben deals."}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(1,21,'3e8811c1-2161-4d2d-8d70-410f1100d56d','chances','{"shown":false}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,1,'04ec3f1d-a570-4519-a3f1-138c9ee2d1e2','opened','{"game":"triathlon","title":"Friday","players":["Ann","Ben","Cleo"],"options":{}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,2,'2a81e974-43eb-463a-908a-803edaca477e','begun','{"entry":{"kind":"deal","trump":"H"}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,3,'0952df4a-8ac8-4192-ba78-3e31b45a4bdd','fell','{"card":"JK"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,4,'987c69c3-3dfe-4b7b-9aab-f4a2e0086532','fell','{"card":"JS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,5,'8cf56863-eac3-4d72-bc4e-a69bab846d7e','fell','{"card":"QD"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,6,'7e678b4c-466c-45ae-9f3e-dc5af8948457','fell','{"card":"KS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,7,'99ea6b94-5926-4739-a01e-9e9ada742394','fell','{"card":"QS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,8,'96faee87-2b09-4eae-85b0-984e1c7a7df0','fell','{"card":"6S"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,9,'b3b9d7dd-d8c5-4ab9-9535-b41b45d69719','fell','{"card":"JH"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,10,'87272192-aee6-447f-a1cb-258e4a3e1023','paused','{}','2026-03-27 23:23:00.000000',NULL);
INSERT INTO "event" VALUES(3,1,'08d800bd-6f87-454e-a51a-45d710f8fc64','opened','{"game":"tribello","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","id":"22fd4ce4-8df7-4e4e-b327-ecb183908088","at":"2026-03-06T19:12:00+00:00","tricks":[6,4,3]},{"kind":"deal","id":"e0d33c2a-563a-41eb-984c-586b25197f49","at":"2026-03-06T19:24:00+00:00","tricks":[8,4,1]},{"kind":"deal","id":"176b6a08-b5e7-407b-a288-efc63ca764c4","at":"2026-03-06T20:00:00+00:00","tricks":[3,6,4]},{"kind":"deal","id":"519935ed-b529-4433-83d2-083236eddf71","at":"2026-03-13T20:46:00+00:00","tricks":[5,5,3]},{"kind":"deal","id":"d57f6704-0850-4d33-bdb8-3fcd29e0b284","at":"2026-03-13T20:56:00+00:00","tricks":[6,4,3]},{"kind":"deal","id":"b8f93c15-17d5-4c42-8ae4-f6d722fef4eb","at":"2026-03-13T21:06:00+00:00","tricks":[7,4,2]},{"kind":"deal","id":"828fd4c4-1a32-4000-bc06-f0c1848b07d0","at":"2026-03-13T21:16:00+00:00","tricks":[4,4,5]},{"kind":"deal","id":"3dcdfb0d-f059-44ee-a0ea-ef795b091cd7","at":"2026-03-13T22:51:00+00:00","tricks":[6,5,2]},{"kind":"deal","id":"a41fe122-9c05-4a99-8685-f9e1b347ef98","at":"2026-03-27T23:05:00+00:00","tricks":[4,6,3]},{"kind":"deal","id":"ee359f71-0786-4796-9ddd-1b66b7f26b67","at":"2026-03-27T23:17:00+00:00","tricks":[2,7,4]}],"sessions":[{"start":"2026-03-06T18:45:00+00:00","end":"2026-03-06T20:05:00+00:00","pauses":[{"start":"2026-03-06T19:30:00+00:00","end":"2026-03-06T19:48:00+00:00"}],"place":"At Ben\u2019s","note":"Ben deals."},{"start":"2026-03-13T20:46:00+00:00","pauses":[{"start":"2026-03-13T21:16:00+00:00","end":"2026-03-13T22:51:00+00:00"}]},{"start":"2026-03-27T22:51:00+00:00","players":["Ann","Dora","Cleo"]}],"title":"Opened from its record","options":{}}','2026-03-27 23:23:00.000000',NULL);
INSERT INTO "event" VALUES(3,2,'799c0bf0-5bfd-4e09-8cd7-3eeaa2f2855e','parted','{}','2026-03-27 23:43:00.000000',NULL);
INSERT INTO "event" VALUES(3,3,'e1f390f0-0c0b-4836-b2b5-4d0f68fc9e4b','evening','{"start":"2026-03-13T20:46:00+00:00"}','2026-03-27 23:43:00.000000',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Three evenings','2026-03-06 19:00:00.000000','26w97x4JT2nvPIVhOSqfZw','yv9_JSJzOQ2yl6Nt_Ih-uw');
INSERT INTO "match" VALUES(2,'triathlon','Friday','2026-03-27 23:17:00.000000','GrNYVyKeyPiJ1dUbUzSoNg','sIosCsbNgVKvO90fcAdIcw');
INSERT INTO "match" VALUES(3,'tribello','Opened from its record','2026-03-27 23:23:00.000000','S0V81yvWhuWyS8PPLUbMBQ','LNHQ497JgiUtBxWwDdQ4Rw');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','9kvr2RK9509eoredmJoZ4L2Hzke-16LvH-qSmgYfbrs');
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
