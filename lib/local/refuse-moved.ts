import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from './host-error.ts';

/** Throws `HostError` when a move to AWS was started: a stage may have the data now, and would mail and count beside this host. */
export function refuseMoved(directory: string): void {
  if (existsSync(join(directory, 'move')))
    throw new HostError(
      `The data folder ${directory} was moved to AWS, or a move was started. To use it here again: npm run ops -- move --data ${directory} --go-back`,
    );
}
