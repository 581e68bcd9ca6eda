import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBackup } from '#shared/backup/rules/backup.ts';
import { MoveRefused } from './move-refused.ts';

/** Files of a prepared move, beside its backup. */
export const inMove = { messages: 'messages.ndjson', report: 'report.json', state: 'state.json' };

/** In the data folder, from when a move is prepared: a host does not start on it any more. */
export const moveFolder = (directory: string) => join(directory, 'move');
export const isPrepared = (directory: string) => existsSync(moveFolder(directory));

/** A message that nobody has worked on: of a queue, or an effect that the outbox has not delivered. */
export type OpenMessage = {
  queue: string;
  body: string;
  /** Epoch milliseconds before which it must not be worked on. */
  notBefore: number | null;
};

/** How far a move is, and to which stage. */
export type MoveState = {
  /** The attribution table and those beside it, by which a stage is known. */
  stage: string;
  /** Steps that need no repetition. */
  done: string[];
  /** Messages that the stage's queues have taken. */
  sent: number;
};

/** The id of the move: that of its backup. */
export const moveIdOf = (directory: string): string =>
  JSON.parse(readFileSync(join(moveFolder(directory), inBackup.manifest), 'utf8')).id;

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

/** How many messages a stage was given. */
export const sentIn = (directory: string): number => readState(directory)?.sent ?? 0;

/** The state of a move to this stage. Throws `MoveRefused` when it was started to another one. */
export function stateOf(directory: string, stage: string) {
  const file = fileOfState(directory);
  const state = readState(directory) ?? { stage, done: [], sent: 0 };
  if (state.stage !== stage)
    throw new MoveRefused(
      `The move of ${directory} was started to other tables (${state.stage}): finish it, or end it with --go-back.`,
    );
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
