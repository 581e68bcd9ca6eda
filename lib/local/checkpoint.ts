import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { formAmong } from '#shared/store/stored-form.ts';
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

const forms = [{ form: 1 }];

function storedPosition(file: string, streamArn: string): Position | null {
  const { form, ...stored } = contentOf(file);
  formAmong(forms, form, `the checkpoint ${file}`);
  const { shardId, sequenceNumber = null } = stored;
  return stored.streamArn === streamArn && shardId !== undefined ? { shardId, sequenceNumber } : null;
}

function contentOf(file: string): { form?: number; streamArn?: string } & Partial<Position> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
