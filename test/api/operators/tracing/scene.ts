import { randomInt } from 'node:crypto';
import { keyOf as keyOfAccounts } from '#shared/accounts/items.ts';
import { keyOf as keyOfPrompts } from '#shared/prompts/items.ts';
import type { ContentSession, ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import { tableAt } from '#shared/store/table.ts';
import { newId } from '#shared/values/ids.ts';
import { operatorToken, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export const operator = { headers: { 'x-svc-dev-token': operatorToken } };

type Session = Partial<ContentSession> & { texts?: readonly string[] };
type Conversation = Partial<ImageConversation> & { texts?: readonly string[] };

export function sourcesOf(app: TestApp) {
  const { prefix } = app.world;
  const accounts = tableAt(`${prefix}accounts`, testDynamo());
  const analysis = tableAt(`${prefix}analysis`, testDynamo());
  const sessions = contentSessionsIn(analysis);
  const conversations = imageConversationsIn(analysis);
  const now = () => new Date(app.world.clock.now).toISOString();

  return {
    accounts,
    analysis,
    sessions,
    conversations,

    session(userId: number, { texts = [], ...given }: Session = {}): ContentSession {
      const createdAt = given.createdAt ?? now();
      const step = { kind: 'model', name: 'gpt', llmCallId: null, milliseconds: 5, createdAt } as const;
      return {
        id: newId('cs'),
        userId,
        topic: 'ad_prompt',
        title: 'A prompt from an ad',
        imageConversationId: null,
        status: 'completed',
        model: 'gpt',
        createdAt,
        updatedAt: createdAt,
        steps: texts.map((content) => ({ ...step, content })),
        ...given,
      };
    },
    putSession: (session: ContentSession) =>
      analysis.put({ ...keyOfPrompts.contentSession(session.id), kind: 'content_session', ...session }),
    removeSession: ({ id }: ContentSession) => analysis.remove(keyOfPrompts.contentSession(id)),

    conversation(userId: number, { texts = [], ...given }: Conversation = {}): ImageConversation {
      const createdAt = given.createdAt ?? now();
      const message = { role: 'user', images: [], createdAt } as const;
      return {
        id: randomInt(1, 2 ** 47),
        userId,
        topic: 'ad_prompt',
        title: 'Prompt from an ad',
        contentSessionId: 'cs_1',
        createdAt,
        updatedAt: createdAt,
        messages: texts.map((text) => ({ ...message, id: newId('msg'), text })),
        ...given,
      };
    },
    prompt: (of: ImageConversation, given: Partial<StoredPrompt> = {}): StoredPrompt => ({
      id: newId('prm'),
      userId: of.userId,
      imageConversationId: of.id,
      model: 'gpt',
      prompt: '',
      negativePrompt: '',
      aspectRatio: '1:1',
      style: '',
      elements: [],
      createdAt: of.createdAt,
      ...given,
    }),
    putConversation: (conversation: ImageConversation) =>
      analysis.put({
        ...keyOfPrompts.imageConversation(conversation.id),
        kind: 'image_conversation',
        ...conversation,
      }),
    putPrompt: (prompt: StoredPrompt) =>
      analysis.put({
        ...keyOfPrompts.storedPrompt(prompt.imageConversationId, prompt.id),
        kind: 'stored_prompt',
        ...prompt,
      }),
    removePrompt: ({ imageConversationId, id }: StoredPrompt) => analysis.remove(keyOfPrompts.storedPrompt(imageConversationId, id)),
    async removeConversation({ id }: ImageConversation) {
      const { pk } = keyOfPrompts.imageConversation(id);
      for await (const { sk } of analysis.query(pk, [' ', '~'])) await analysis.remove({ pk, sk });
    },
    removeUser: (userId: number) => accounts.remove(keyOfAccounts.user(userId)),
  };
}

type Query = NonNullable<Parameters<TestApp['operators']['searchTraces']>[0]['query']>;

export async function search(app: TestApp, query: Query) {
  const { status, body } = await app.operators.searchTraces({ query, ...operator });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export const named = ({ results }: Awaited<ReturnType<typeof search>>) => results.map(({ kind, id }) => `${kind} ${id}`);
