import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBackup } from '#shared/backup/rules/backup.ts';
import { MoveRefused } from './move-refused.ts';

export const inMove = { messages: 'messages.ndjson', state: 'state.json' };

/** The host refuses a data folder that contains this folder. */
export const moveFolder = (directory: string) => join(directory, 'move');
export const isPrepared = (directory: string) => existsSync(moveFolder(directory));

export type OpenMessage = {
  queue: string;
  body: string;
  /** Workers must not process the message before this time in epoch milliseconds. */
  notBefore: number | null;
};

export type MoveState = {
  stage: string;
  done: string[];
  sent: number;
};

export const moveIdOf = (directory: string): string => JSON.parse(readFileSync(join(moveFolder(directory), inBackup.manifest), 'utf8')).id;

export const messagesOf = (directory: string): OpenMessage[] =>
  readFileSync(join(moveFolder(directory), inMove.messages), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const fileOfState = (directory: string) => join(moveFolder(directory), inMove.state);
function readState(directory: string): MoveState | null {
  const file = fileOfState(directory);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export const sentIn = (directory: string): number => readState(directory)?.sent ?? 0;

/** Throws `MoveRefused` if the move was started to another stage. */
export function stateOf(directory: string, stage: string) {
  const file = fileOfState(directory);
  const state = readState(directory) ?? { stage, done: [], sent: 0 };
  if (state.stage !== stage)
    throw new MoveRefused(`The move of ${directory} was started to other tables (${state.stage}): finish it, or end it with --go-back.`);
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  };
  return {
    isDone: (step: string) => state.done.includes(step),
    done(step: string) {
      if (!state.done.includes(step)) state.done.push(step);
      write();
    },
    get sent() {
      return state.sent;
    },
    sentUpTo(count: number) {
      state.sent = count;
      write();
    },
  };
}
export type State = ReturnType<typeof stateOf>;
