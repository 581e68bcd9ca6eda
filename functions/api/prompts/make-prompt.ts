import type { DepsOf } from '#shared/aws/deps-of.ts';
import { apiBaseUrl, files } from '#shared/aws/needs.ts';
import { assertAffordable } from '#shared/credits/assert-affordable.ts';
import type { Actors } from '#shared/http/actors.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { assertBudget } from '#shared/llm/assert-budget.ts';
import type { LlmInput } from '#shared/llm/llm.ts';
import { llmBudgetPerHour, llmSpend } from '#shared/llm/needs.ts';
import { imageKey } from '#shared/prompts/image-key.ts';
import { prompts } from '#shared/prompts/needs.ts';
import { fetchPreferringOwnCopies } from '#shared/prompts/own-media.ts';
import { type ReadImage, readImages } from '#shared/prompts/read-images.ts';
import type { ContentSession, ConversationImage, StoredPrompt, TraceStep } from '#shared/prompts/rules/conversations.ts';
import type { RequestInHand } from '#shared/prompts/store/prompt-requests.ts';
import { invalid } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { web } from '#shared/web/needs.ts';
import { callModel, callModelNeeds } from './call-model.ts';
import { promptLimit } from './prompt-limit.ts';
import type { PromptOrder } from './prompt-order.ts';
import { savePrompt, savePromptNeeds } from './save-prompt.ts';

export const makePromptNeeds = {
  ...savePromptNeeds,
  ...callModelNeeds,
  apiBaseUrl,
  files,
  limits,
  llmBudgetPerHour,
  llmSpend,
  prompts,
  web,
};
type Deps = DepsOf<typeof makePromptNeeds>;

export type Made = { prompt: StoredPrompt; headers: Record<string, string> };

/** API Gateway ends a request after 29 seconds. */
const totalSeconds = 25;
const fetchSeconds = 9;

export async function makePrompt(
  order: PromptOrder,
  { actor, inHand }: { actor: Actors['view']; inHand: RequestInHand | null },
  deps: Deps,
): Promise<Made> {
  const { accountId, user } = actor;
  const startedAt = performance.now();
  const secondsLeft = () => Math.max(1, Math.floor(totalSeconds - (performance.now() - startedAt) / 1000));
  const { topic, instructions, title } = order;
  const at = new Date(deps.now()).toISOString();
  await assertAffordable(topic, accountId, deps);
  await assertBudget([actor.owner, user], deps);
  const limit = promptLimit(deps.prompts, user);
  const remaining = await deps.limits.take(limit, String(user.id));
  if (!remaining.isAllowed) throw limitReached(limit, remaining);

  const web = fetchPreferringOwnCopies(deps.web, deps.files, deps.apiBaseUrl);
  const images = await readImages(order.images, { web, timeoutSeconds: fetchSeconds });
  const stored = await Promise.all(images.map((image) => store(accountId, image, deps)));
  const input = inputOf(order.facts, images);
  const sessionId = newId('cs');
  const modelAnswer = await callModel({ form: topic, instructions, input, accountId, sessionId, secondsLeft }, deps);
  const step = { llmCallId: null, milliseconds: null, createdAt: at };
  const session: Omit<ContentSession, 'imageConversationId' | 'status' | 'updatedAt'> = {
    id: sessionId,
    userId: accountId,
    topic,
    title,
    createdAt: at,
    model: modelAnswer.answer?.model ?? deps.llm.model,
    steps: [
      { ...step, kind: 'instructions', name: topic, content: instructions },
      ...images.map((image) => ({ ...step, ...readStep(image) })),
      ...stored.map((tool) => ({ ...step, ...tool })),
      { ...step, kind: 'input', name: 'user', content: tracedInput(input, images) },
      ...modelAnswer.steps,
    ],
  };
  if (modelAnswer.answer) {
    const prompt = await savePrompt({ order, session, images, answer: modelAnswer.answer, inHand }, deps);
    return { prompt, headers: rateLimitHeaders(limit, remaining) };
  }

  const { error } = modelAnswer;
  const isRefused = error.failure === 'refused' && refusals.has(error.code);
  const updatedAt = new Date(deps.now()).toISOString();
  await deps.sessions.keep({ ...session, imageConversationId: null, status: 'failed', updatedAt });
  if (inHand && isRefused) await deps.requests.refuse(inHand);
  if (isRefused) throw refusal();
  throw error.failure === 'refused' && aboutImage.test(error.code ?? '') ? unreadable() : error;
}

const refusals: ReadonlySet<string | undefined> = new Set(['refusal', 'image_content_policy_violation']);
/**
 * docs/api/vendors.md#language-model-and-moderation lists the model's error codes about images, such as
 * `image_parse_error`.
 */
const aboutImage = /(?:^|_)image(?:_|$)/;

/** The service checks the format of an image, not its pixels. */
const unreadable = () =>
  invalid({
    type: 'image_broken',
    loc: ['body'],
    msg: 'The model cannot read one of the images. Save it again, or send another one.',
  });

/** The response is a 422, because clients retry a 5xx and the model would decline a retry too. */
export const refusal = () =>
  invalid({
    type: 'prompt_refused',
    loc: ['body'],
    msg: 'The model declined to write a prompt from this. Send other images or another text.',
  });

type Read = ReadImage<ConversationImage['role']>;
type ToolStep = Pick<TraceStep, 'kind' | 'name' | 'content' | 'milliseconds'>;

async function store(accountId: AccountId, image: Read, { files }: Deps): Promise<ToolStep> {
  const startedAt = performance.now();
  const { bytes, facts, sha256 } = image;
  const key = imageKey(accountId, { sha256, contentType: facts.contentType });
  const isThere = (await files.size(key)) === bytes.length;
  if (!isThere) await files.put(key, bytes, { contentType: facts.contentType });
  const milliseconds = Math.round(performance.now() - startedAt);
  return {
    kind: 'tool',
    name: 'store_image',
    content: JSON.stringify({ key, is_new: !isThere }),
    milliseconds,
  };
}

function readStep({ role, bytes, facts, sha256, sourceUrl, milliseconds }: Read): ToolStep {
  const { contentType, width, height } = facts;
  const content = {
    role,
    url: sourceUrl,
    sha256,
    content_type: contentType,
    size_bytes: bytes.length,
    width,
    height,
  };
  const name = sourceUrl === null ? 'receive_image' : 'fetch_image';
  return { kind: 'tool', name, content: JSON.stringify(content), milliseconds };
}

function inputOf(facts: object, images: readonly Read[]): LlmInput[] {
  const counts = { ad: 0, product: 0 };
  return [
    { type: 'text', text: JSON.stringify(facts) },
    ...images.flatMap(({ role, bytes, facts: { contentType } }): LlmInput[] => [
      { type: 'text', text: `${role === 'ad' ? 'Ad' : 'Product'}, picture ${++counts[role]}:` },
      { type: 'image', url: `data:${contentType};base64,${bytes.toString('base64')}` },
    ]),
  ];
}

function tracedInput(input: readonly LlmInput[], images: readonly Read[]): string {
  const hashes = images.map(({ sha256 }) => `[image sha256:${sha256}]`).values();
  return input.map((part) => (part.type === 'text' ? part.text : hashes.next().value)).join('\n');
}
