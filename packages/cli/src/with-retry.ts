import { setTimeout as delay } from 'node:timers/promises';
import { exits, Failure } from './failure.ts';

/** The service may restart while a command watches it. */
export async function withRetry<T>(request: () => Promise<T>, note: (text: string) => void): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const answer = await request();
      if (!isFirst) note('The service answers again.');
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== exits.unreachable) throw error;
      if (isFirst) note(`${error.message} Trying again until it answers.`);
      await delay(2000);
    }
  }
}
