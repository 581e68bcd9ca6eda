import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Position } from './stream-source.ts';

export type Checkpoint = {
  /** The position is `null` on a first run, and after the stream was re-created. */
  readonly position: Position | null;
  write(position: Position): Promise<void>;
};

export function checkpointIn(file: string, streamArn: string): Checkpoint {
  let position = storedPosition(file, streamArn);
  return {
    get position() {
      return position;
    },
    async write(next) {
      await writeFile(`${file}.new`, JSON.stringify({ streamArn, ...next }));
      await rename(`${file}.new`, file);
      position = { ...next };
    },
  };
}

function storedPosition(file: string, streamArn: string): Position | null {
  try {
    const { shardId, sequenceNumber, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    return rest.streamArn === streamArn ? { shardId, sequenceNumber } : null;
  } catch {
    return null;
  }
}
