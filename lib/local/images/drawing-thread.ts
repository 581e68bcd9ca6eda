import { parentPort } from 'node:worker_threads';
import { adPicture } from './pictures.ts';

/** What is to be drawn: what `adPicture` takes. */
export type Drawing = { number: number; of: Parameters<typeof adPicture> };
export type Drawn = { number: number } & ({ png: Uint8Array } | { error: Error });

// The thread of `drawAside`.
parentPort?.on('message', ({ number, of }: Drawing) => {
  try {
    parentPort?.postMessage({ number, png: adPicture(...of) } satisfies Drawn);
  } catch (error) {
    parentPort?.postMessage({ number, error: error as Error } satisfies Drawn);
  }
});
