import type { Item } from '#shared/store/item.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { png } from '#test/prompts/samples.ts';

let drawn = 0;
export function newPicture(width = 32, height = 32): Buffer {
  drawn += 1;
  return png(width, height, [drawn & 255, (drawn >> 8) & 255, 7]);
}
export const base64 = (bytes: Buffer) => bytes.toString('base64');

export function good<A extends { status: number; body: object }>(answer: A): Extract<A, { status: 200 }>['body'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Extract<A, { status: 200 }>['body'];
}

export const problemsOf = ({ status, body }: { status: number; body: object }) =>
  status === 422
    ? (body as { detail: { loc: (string | number)[]; type: string }[] }).detail.map(({ loc, type }) => `${loc.join('.')}: ${type}`)
    : [`status ${status}`];

export async function keptOf({ world }: Pick<TestApp, 'world'>, userId: number) {
  const items = (await allItems(world, 'analysis')).filter((item) => item.userId === userId);
  const of = (kind: string) => items.filter((item) => item.kind === kind) as (Item & Record<string, never>)[];
  return {
    conversations: of('image_conversation'),
    sessions: of('content_session'),
    prompts: of('stored_prompt'),
    listed: of('prompt_of_user'),
    calls: of('llm_call'),
    counts: of('session_counts').map(({ contentSessions, imageConversations }) => ({
      contentSessions,
      imageConversations,
    })),
  };
}
export async function countsOf(app: Pick<TestApp, 'world'>, userId: number) {
  const { conversations, sessions, prompts, listed, calls } = await keptOf(app, userId);
  return [conversations, sessions, prompts, listed, calls].map(({ length }) => length);
}
