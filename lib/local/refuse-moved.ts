import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from './host-error.ts';

/**
 * A host must not run on a folder that was moved to a stage, because both would send mails and count events.
 */
export function refuseMoved(directory: string): void {
  if (existsSync(join(directory, 'move')))
    throw new HostError(
      `The data folder ${directory} was moved to AWS, or a move was started. To use it here again: npm run ops -- move --data ${directory} --go-back`,
    );
}
