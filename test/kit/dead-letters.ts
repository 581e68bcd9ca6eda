import type { FunctionName } from '#functions/access.ts';
import type { QueueName } from '#functions/queues.ts';
import type { DeadLetters, FailureQueue } from '#shared/aws/dead-letters.ts';
import { assertDeadLetters } from './granted.ts';
import { type outgoing, partOf } from './outgoing.ts';
import type { Sent, World } from './world.ts';

export function deadLettersIn(world: World, by: FunctionName, through: ReturnType<typeof outgoing>['pass']): DeadLetters {
  const asked = <T>(operation: string, perform: () => T) => {
    assertDeadLetters(by, operation);
    return partOf(
      'queue',
      through({ by, operation }, async () => perform()),
    );
  };
  const deadOf = (queue: string) => world.deadLetters.get(queue as QueueName | FailureQueue) ?? [];
  return {
    counts: (queue) =>
      asked('GetQueueAttributes', () => ({
        inFlight: 0,
        delayed: 0,
        dead: deadOf(queue).length,
        waiting: world.messages.filter((message) => message.queue === queue).length,
      })),
    dead: (queue) => asked('GetQueueAttributes', () => deadOf(queue).length),
    peek: (queue, most) =>
      asked('ReceiveMessage', () =>
        deadOf(queue)
          .slice(0, most)
          .map((body, at) => ({ id: `message-${at}`, body, sentAt: null, receives: 1 })),
      ),
    async sendBack(queue) {
      let count = 0;
      for (const body of [...deadOf(queue)]) {
        await asked('SendMessage', () => {
          world.messages.push({ queue, message: JSON.parse(body), delaySeconds: 0 } as unknown as Sent);
        });
        await asked('DeleteMessage', () => void deadOf(queue).shift());
        count++;
      }
      return { count, isEmpty: true };
    },
    async each(queue, work) {
      let count = 0;
      for (const body of await asked('ReceiveMessage', () => [...deadOf(queue)])) {
        if (!(await work(body))) continue;
        await asked('DeleteMessage', () => {
          const deadMessages = deadOf(queue);
          deadMessages.splice(deadMessages.indexOf(body), 1);
        });
        count++;
      }
      return { count, isEmpty: deadOf(queue).length === 0 };
    },
    remove: (queue) => asked('DeleteMessage', () => ({ count: deadOf(queue).splice(0).length, isEmpty: true })),
  };
}
