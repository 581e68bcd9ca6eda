import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Send } from './questions.ts';

const maxTries = 20;
const maxPauseSeconds = 30;
const connections = 3;
/** Two services answer with links to their own addresses. */
const ownOrigin = /https?:\/\/[^/"\s\\]+(?=\/(?:api|files|pixel|m|docs|console)\b)/g;

/** A limit of requests is waited for, because the questions of a large account are many. */
export function askAt(service: string, token: string, signal: AbortSignal): Send {
  const headers = { authorization: `Bearer ${token}` };
  return async function send(path: string): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const response = await answerOf(`${service}/api/v1/${path}`, { headers, signal });
      const text = await response.text();
      const isBusy = response.status === 429 || response.status === 503;
      if (isBusy && tries < maxTries && response.headers.has('retry-after')) {
        const seconds = Number(response.headers.get('retry-after'));
        await delay(Math.min(seconds || 1, maxPauseSeconds) * 1000, undefined, { signal });
        continue;
      }
      const body = text.replaceAll(ownOrigin, '(here)');
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: isJson ? JSON.parse(body) : body.split('\n') };
    }
  };
}

/** A service closes an idle connection, which a request may notice late. */
async function answerOf(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++)
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted || tries === connections) throw error;
      await delay(tries * 100);
    }
}

export async function isRunning(service: string): Promise<boolean> {
  try {
    return (await answerOf(`${service}/health`, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}
