import { DynamoError } from './dynamo-error.ts';
import type { Engine } from './engine.ts';
import type { PreparedRows } from './prepare-writes.ts';
import type { Writer } from './reader.ts';

export type Call = { id: number } & ({ operation: string; input: object } | { rows: PreparedRows });
type Refusal = Pick<DynamoError, 'type' | 'message' | 'item' | 'reasons'>;
export type Answer = { id: number } & ({ output: object } | { refusal: Refusal } | { error: string });

function gathered<T>(send: (all: T[]) => void): (entry: T) => void {
  let waiting: T[] = [];
  return (entry) => {
    waiting.push(entry);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const all = waiting;
      waiting = [];
      send(all);
    });
  };
}

export function writerOver(send: (calls: Call[]) => void): Writer & { answered(answers: readonly Answer[]): void } {
  const pending = new Map<number, { resolve(output: object): void; reject(error: unknown): void }>();
  const post = gathered(send);
  let last = 0;
  const asked = (what: { operation: string; input: object } | { rows: PreparedRows }) =>
    new Promise<object>((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      post({ id, ...what });
    });
  return {
    call: (operation, input) => asked({ operation, input }),
    writeRows: (rows) => asked({ rows }),
    answered(answers) {
      for (const answer of answers) {
        const { resolve, reject } = pending.get(answer.id) ?? {};
        pending.delete(answer.id);
        if ('output' in answer) resolve?.(answer.output);
        else if ('error' in answer) reject?.(new Error(answer.error));
        else reject?.(new DynamoError(answer.refusal.type, answer.refusal.message, answer.refusal));
      }
    },
  };
}

export function answersFor(
  { call, writeRows }: Pick<Engine, 'call' | 'writeRows'>,
  send: (answers: Answer[]) => void,
): (calls: readonly Call[]) => void {
  const post = gathered(send);
  return (calls) => {
    for (const { id, ...asked } of calls) {
      const answer = 'rows' in asked ? writeRows(asked.rows) : call(asked.operation, asked.input);
      answer.then(
        (output) => post({ id, output }),
        (error) => post({ id, ...failureOf(error) }),
      );
    }
  };
}

function failureOf(error: unknown): { refusal: Refusal } | { error: string } {
  if (!(error instanceof DynamoError)) return { error: (error as Error).message };
  const { type, message, item, reasons } = error;
  return { refusal: { type, message, item, reasons } };
}
