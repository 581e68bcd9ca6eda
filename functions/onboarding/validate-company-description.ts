import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import type { RateLimit } from '#shared/data/rate-limits.ts';
import type { OnboardingDeps } from '#shared/deps.ts';
import { plainDescription } from '#shared/domain/company-description.ts';
import { verdictOf } from '#shared/domain/description-verdict.ts';
import { networkOf } from '#shared/domain/network.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { limitReached, rateLimitHeaders } from '#shared/http/rate-limit-headers.ts';
import { assertBudget } from '#shared/llm/assert-budget.ts';
import { log } from '#shared/log.ts';
import { digestOf, lookAtDescription } from './look-at-description.ts';

const checks = (perHour: number): RateLimit => ({
  name: 'description-checks',
  limit: perHour,
  windowSeconds: 3600,
});

export const validateCompanyDescription = endpointWith<OnboardingDeps>()({
  id: 'validateCompanyDescription',
  method: 'POST',
  path: '/api/v1/auth/validate-company-description',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Whether a text says what a company does, and harms nobody',
  description:
    'Any language will do. When the text may be harmful and `email` is given, the address goes on the waitlist: the account made with it later says `on_waitlist`.',
  body: z
    .object({ company_description: z.string().trim().min(1).max(2000), email: Email.nullish() })
    .meta({ id: 'ValidateCompanyDescriptionRequest' }),
  responses: {
    200: z
      .object({
        is_valid: z.boolean().meta({ description: 'Meaningful and not harmful.' }),
        is_meaningful: z.boolean(),
        is_harmful: z.boolean(),
        categories: z.array(z.string()).meta({ description: 'Of harm, such as `hate/threatening`.' }),
        reason: z.string().meta({ description: 'One or two sentences for the person who wrote the text.' }),
        move_to_waitlist: z.boolean(),
      })
      .meta({ id: 'DescriptionVerdict' }),
  },
  errors: ['too_many_requests', 'vendor_unavailable', 'budget_exhausted'],
  rateLimit: checks(60),
  example: {
    body: {
      company_description: 'We roast coffee in small batches and deliver it to offices in Leeds every week.',
      email: 'ada@company.example',
    },
    responses: { 200: verdictOf({ meaning: 'describes_a_company', isHarmful: false, categories: [] }) },
  },

  async handle({ body, sourceIp }, deps) {
    const { limits, findings, waitlist } = deps;
    const limit = checks(deps.checksPerHour);
    const left = await limits.take(limit, networkOf(sourceIp));
    if (!left.isAllowed) throw limitReached(limit, left);

    const text = plainDescription(body.company_description);
    const digest = digestOf(text, deps);
    const known = await findings.of(digest);
    // Who asks has no account, so none that pays.
    if (!known) await assertBudget([], deps);
    const finding = known ?? (await lookAtDescription(text, deps));
    if (finding.isHarmful && body.email) await waitlist.add(body.email, finding.categories);
    // A verdict that lacks half its ground is not worth keeping; one that cannot be kept is still a verdict.
    if (!known && finding.meaning !== null)
      await findings.keep(digest, finding).catch((error: Error) => log.warn('finding not kept', { error }));
    return ok(verdictOf(finding), rateLimitHeaders(limit, left));
  },
});
