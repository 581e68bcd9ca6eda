/** A call of a function of the service that another thread makes. `event` is plain data. */
export type RemoteCall = { id: number; name: string; event: unknown };
export type RemoteAnswer = { id: number } & ({ result: unknown } | { error: string });

export type RemoteCalls = ReturnType<typeof remoteCalls>;

export function remoteCalls(send: (call: RemoteCall) => void) {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let last = 0;
  return {
    call(name: string, event: unknown): Promise<unknown> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const id = ++last;
      pending.set(id, { resolve, reject });
      send({ id, name, event });
      return promise;
    },
    answered(answer: RemoteAnswer): void {
      const caller = pending.get(answer.id);
      pending.delete(answer.id);
      if ('error' in answer) caller?.reject(new Error(answer.error));
      else caller?.resolve(answer.result);
    },
    /** The other thread has ended, so no answer comes. */
    failAll(error: Error): void {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
    get isIdle(): boolean {
      return pending.size === 0;
    },
  };
}

export const answerTo = async ({ id }: RemoteCall, answering: Promise<unknown>, send: (answer: RemoteAnswer) => void): Promise<void> => {
  try {
    send({ id, result: await answering });
  } catch (error) {
    send({ id, error: String((error as Error).message) });
  }
};
