import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { LlmInput } from '#shared/llm/llm.ts';
import { llm } from '#shared/llm/needs.ts';
import type { RecordedAnswer } from '#shared/llm/recorded-llm.ts';
import type { TraceStep } from '#shared/prompts/rules/conversations.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { PromptForm } from './prompt-forms.ts';

export const callModelNeeds = { llm };
type Deps = DepsOf<typeof callModelNeeds>;

/** With fewer seconds left, a second attempt would not finish. */
const minSeconds = 6;

type Question = {
  form: 'ad_prompt' | 'template_prompt';
  instructions: string;
  input: readonly LlmInput[];
  accountId: AccountId;
  sessionId: string;
  secondsLeft(): number;
};
export type Asked = { steps: TraceStep[] } & (
  | { answer: RecordedAnswer<PromptForm>; error: null }
  | { answer: null; error: VendorUnavailable }
);

export async function callModel(
  { form, instructions, input, accountId, sessionId, secondsLeft }: Question,
  { llm, now }: Pick<Deps, 'llm' | 'now'>,
): Promise<Asked> {
  const steps: TraceStep[] = [];
  for (let tries = 1; ; tries++) {
    const id = newId('llm');
    const startedAt = performance.now();
    const note = (name: string, content: string) =>
      steps.push({
        kind: 'model',
        name,
        content,
        llmCallId: id,
        milliseconds: Math.round(performance.now() - startedAt),
        createdAt: new Date(now()).toISOString(),
      });
    try {
      const answer = await llm.ask(
        { userId: accountId, subject: sessionId, id },
        {
          purpose: form,
          schemaName: form,
          schema: PromptForm,
          instructions,
          input,
          maxOutputTokens: 6000,
          timeoutSeconds: secondsLeft(),
        },
      );
      note(answer.model, JSON.stringify(answer.object));
      return { answer, error: null, steps };
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error;
      note(llm.model, error.message);
      if (error.failure !== 'unreadable' || tries === 2 || secondsLeft() < minSeconds) return { answer: null, error, steps };
    }
  }
}
