import type { DepsOf } from '#shared/aws/deps-of.ts';
import { chargeInTransaction } from '#shared/credits/charge-in-transaction.ts';
import { billingPortalUrl, creditCosts, credits } from '#shared/credits/needs.ts';
import type { RecordedAnswer } from '#shared/llm/recorded-llm.ts';
import { analysisTable, conversations, requests, sessions } from '#shared/prompts/needs.ts';
import type { ReadImage } from '#shared/prompts/read-images.ts';
import type { ContentSession, ConversationImage, ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import type { RequestInHand } from '#shared/prompts/store/prompt-requests.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { ApiError, fail, serviceErrors } from '#shared/values/errors.ts';
import { newId, newNumericId } from '#shared/values/ids.ts';
import type { PromptForm } from './prompt-forms.ts';
import type { PromptOrder } from './prompt-order.ts';

export const savePromptNeeds = {
  analysis: analysisTable,
  billingPortalUrl,
  conversations,
  creditCosts,
  credits,
  requests,
  sessions,
};
type Deps = DepsOf<typeof savePromptNeeds>;

type Made = {
  order: PromptOrder;
  session: Omit<ContentSession, 'imageConversationId' | 'status' | 'updatedAt'>;
  images: readonly ReadImage<ConversationImage['role']>[];
  answer: RecordedAnswer<PromptForm>;
  inHand: RequestInHand | null;
};

export async function savePrompt(draft: Made, deps: Deps): Promise<StoredPrompt> {
  const { session, answer, inHand } = draft;
  const { analysis, conversations, sessions, requests } = deps;
  const updatedAt = new Date(deps.now()).toISOString();
  try {
    return await retryOnConflict('rare', async (tries) => {
      // Other conversations rarely take an ID of the same millisecond, so after four conflicts a repeated
      // request has the claim.
      if (tries > 4) throw fail(serviceErrors.still_working, { headers: { 'retry-after': '1' } });
      const id = newNumericId(deps.now());
      const prompt = promptOf(draft, id, updatedAt);
      const completed = { ...session, imageConversationId: id, status: 'completed' as const, updatedAt };
      const parts = [
        ...conversations.newParts(conversationOf(draft, prompt), prompt),
        ...sessions.newParts(completed),
        answer.row,
        ...(inHand ? [requests.donePart(inHand, id)] : []),
      ];
      if (await chargeInTransaction(session.topic, { userId: session.userId, id: session.id, table: analysis, parts }, deps)) return prompt;
      return conflict;
    });
  } catch (error) {
    if (error instanceof ApiError)
      await sessions.keep({ ...session, imageConversationId: null, status: 'failed', updatedAt }, [answer.row]);
    throw error;
  }
}

function promptOf({ session, answer }: Made, imageConversationId: number, createdAt: string): StoredPrompt {
  const { prompt, negative_prompt, aspect_ratio, style, elements } = answer.object;
  return {
    id: newId('prm'),
    userId: session.userId,
    imageConversationId,
    model: answer.model,
    createdAt,
    prompt,
    negativePrompt: negative_prompt,
    aspectRatio: aspect_ratio,
    style,
    elements,
  };
}

function conversationOf({ order, session, images }: Made, prompt: StoredPrompt): ImageConversation {
  const { userId, topic, title, id: contentSessionId, createdAt } = session;
  const { imageConversationId: id, createdAt: updatedAt } = prompt;
  const shown = images.map(({ role, sha256, facts, bytes, sourceUrl }): ConversationImage => {
    const { contentType } = facts;
    return { role, sha256, contentType, sizeBytes: bytes.length, sourceUrl };
  });
  const answerText = `${prompt.prompt}\n\nKeep out: ${prompt.negativePrompt}`;
  return {
    id,
    userId,
    topic,
    title,
    contentSessionId,
    createdAt,
    updatedAt,
    messages: [
      { id: newId('msg'), role: 'user', text: order.message, images: shown, createdAt },
      { id: newId('msg'), role: 'assistant', text: answerText, images: [], createdAt: updatedAt },
    ],
  };
}
