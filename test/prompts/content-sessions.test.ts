import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { tableAt } from '#shared/store/table.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it('a session that is stored again counts once', async () => {
  const sessions = contentSessionsIn(tableAt(`${(await newWorld()).prefix}analysis`, testDynamo()));
  const userId = ownAccountOf(7);
  const keep = (id: string, imageConversationId: number | null) =>
    sessions.keep({
      id,
      userId,
      topic: 'ad_prompt',
      title: 'A prompt from an ad',
      imageConversationId,
      status: 'completed',
      model: 'gpt',
      steps: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
  await keep('cs_1', 4);
  await expect(keep('cs_1', 4)).rejects.toThrow();
  await keep('cs_2', null);
  expect(await sessions.countsOf(userId)).toEqual({ contentSessions: 2, imageConversations: 1 });
});
