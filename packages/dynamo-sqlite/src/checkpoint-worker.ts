import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(String(workerData));
database.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 0');

parentPort?.on('message', (wish: 'checkpoint' | 'close') => {
  if (wish === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A failed checkpoint loses nothing: the log is complete, and the next checkpoint may succeed.
  }
  parentPort?.postMessage('done');
});
