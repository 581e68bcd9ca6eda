import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { users } from '#shared/accounts/needs.ts';
import { digestOf, moderateDescription } from '#shared/accounts/profile/moderate-description.ts';
import { checksPerHour, findings } from '#shared/accounts/profile/needs.ts';
import { plainDescription } from '#shared/accounts/profile/rules/company-description.ts';
import { type FlagOutcome, verdictOf } from '#shared/accounts/profile/rules/description-verdict.ts';
import { flagAccount } from '#shared/accounts/registration/flag-account.ts';
import { waitlist } from '#shared/accounts/registration/needs.ts';
import { type Flag, textDigestOf } from '#shared/accounts/registration/rules/waitlist.ts';
import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { assertBudget } from '#shared/llm/assert-budget.ts';
import { llm, llmBudgetPerHour, llmCalls, llmSpend, moderation } from '#shared/llm/needs.ts';
import { log } from '#shared/log.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { serviceErrors } from '#shared/values/errors.ts';

const needs = {
  checksPerHour,
  findings,
  limits,
  llm,
  llmBudgetPerHour,
  llmCalls,
  llmSpend,
  moderation,
  users,
  waitlist,
};
type Deps = DepsOf<typeof needs>;

const checks = (perHour: number): RateLimit => ({
  name: 'description-checks',
  limit: perHour,
  windowSeconds: hourInSeconds,
});

export const validateCompanyDescription = defineEndpoint({
  id: 'validateCompanyDescription',
  method: 'POST',
  path: '/api/v1/auth/validate-company-description',
  auth: 'optionalUser',
  needs,
  summary: 'Validate a company description',
  description:
    'Checks whether a text says what a company does and is not harmful. Any language. If the moderation flags the text, a signed-in caller moves to the waitlist at once. Without a token, `email` moves an account that was created with it from the same network within the last 24 hours, or is created so within the next 24. An invalid token is ignored.',
  body: z
    .object({
      company_description: z.string().trim().min(1).max(2000).meta({ description: 'The text to check.' }),
      email: Email.nullish(),
    })
    .meta({ id: 'ValidateCompanyDescriptionRequest' }),
  responses: {
    200: z
      .object({
        is_valid: z.boolean().meta({ description: 'Whether the text is meaningful and not harmful.' }),
        is_meaningful: z.boolean().meta({ description: 'Whether the text says what a company does.' }),
        is_harmful: z.boolean().meta({ description: 'Whether the moderation check flagged the text.' }),
        categories: z.array(z.string()).meta({ description: 'Categories of harm, such as `hate/threatening`.' }),
        reason: z.string().meta({
          description: 'One or two sentences for the author of the text. Says that the account is moved to the waitlist only if it is.',
        }),
        move_to_waitlist: z.boolean().meta({
          description:
            'Whether the moderation flagged the text, so that the user is to be moved to the waitlist. `reason` says whether an account was moved.',
        }),
      })
      .meta({ id: 'DescriptionVerdict' }),
  },
  errors: [serviceErrors.too_many_requests, serviceErrors.vendor_unavailable, serviceErrors.budget_exhausted],
  rateLimit: checks(60),
  example: {
    body: {
      company_description: 'We roast coffee in small batches and deliver it to offices in Leeds every week.',
      email: 'ada@company.example',
    },
    responses: {
      200: verdictOf({ meaning: 'describes_a_company', isHarmful: false, categories: [] }, 'not_signed_in'),
    },
  },

  async handle({ body, actor, sourceIp }, deps) {
    const { limits, findings } = deps;
    const limit = checks(deps.checksPerHour);
    const remaining = await limits.take(limit, ipNetworkOf(sourceIp));
    if (!remaining.isAllowed) throw limitReached(limit, remaining);

    const text = plainDescription(body.company_description);
    const digest = digestOf(text, deps);
    const cachedFinding = await findings.of(digest);
    if (!cachedFinding) await assertBudget([], deps);
    const finding = cachedFinding ?? (await moderateDescription(text, deps));
    let flagged: FlagOutcome = 'not_signed_in';
    if (finding.isHarmful) {
      const flag = { textDigest: textDigestOf(text), categories: finding.categories };
      if (actor) flagged = (await flagAccount(actor.userId, flag, deps)) ? 'waitlisted' : 'reviewed';
      else if (body.email && (await flagAddress(body.email, ipNetworkOf(sourceIp), flag, deps))) flagged = 'waitlisted';
    }
    if (!cachedFinding && finding.meaning !== null)
      await findings.keep(digest, finding).catch((error: Error) => log.warn('finding not kept', { error }));
    return ok(verdictOf(finding, flagged), rateLimitHeaders(limit, remaining));
  },
});

/**
 * The address is unverified, so the flag applies only to the same network. Writing before reading misses no
 * account that is created in parallel.
 */
async function flagAddress(email: string, ipNetwork: string, flag: Flag, deps: Deps): Promise<boolean> {
  const { users, waitlist } = deps;
  await waitlist.flagAddress(email, ipNetwork, flag);
  const user = await users.byEmail(email);
  const isFromHere = user?.isActive && (await waitlist.registrationNetwork(user.id)) === ipNetwork;
  return isFromHere ? await flagAccount(user.id, flag, deps) : false;
}
