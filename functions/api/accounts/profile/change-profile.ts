import * as z from 'zod';
import { Company, CompanyShortDesc, CompanyWebsite, FullName, Role, TimeZone } from '#shared/accounts/fields.ts';
import { users } from '#shared/accounts/needs.ts';
import { descriptionCheck, liteDiscovery } from '#shared/accounts/registration/registration-effects.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const Profile = z
  .object({
    company: Company.nullish(),
    company_website: CompanyWebsite.nullish(),
    company_short_desc: CompanyShortDesc.nullish(),
    full_name: FullName.nullish(),
    role: Role.nullish(),
    timezone: TimeZone.nullish().meta({ description: 'IANA time zone, such as `Europe/Berlin`.' }),
  })
  .meta({ id: 'ChangeProfileRequest' });

const named = {
  company: 'company',
  company_website: 'companyWebsite',
  company_short_desc: 'companyShortDesc',
  full_name: 'fullName',
  role: 'role',
  timezone: 'timezone',
} as const;

export const changeProfile = defineEndpoint({
  id: 'changeProfile',
  method: 'PATCH',
  path: '/api/v1/auth/profile',
  auth: 'user',
  needs: { users },
  summary: 'Update your profile',
  description:
    'Changes the profile of your account and company. ' +
    'Omitted fields are unchanged; `null` clears a field. Setting the first company website starts a competitor discovery. A new description is moderated; if it is flagged, the account moves to the waitlist. `changeEmail` and ' +
    '`changePhone` change e-mail address and phone number.',
  body: Profile,
  responses: { 200: UserRecord },
  answers: {
    200: 'The profile was updated. The body holds the account.',
  },
  example: {
    body: { company: 'Northwind Shoes', company_website: 'northwind.example', timezone: 'Europe/Lisbon' },
    responses: { 200: exampleUser },
  },

  check: ({ body }) =>
    ['email', 'phone']
      .filter((name) => typeof body === 'object' && body !== null && Object.hasOwn(body, name))
      .map((name) => ({
        type: 'extra_forbidden',
        loc: ['body', name],
        msg: `Cannot be changed here. Use change-${name}`,
      })),

  async handle({ body, actor: { user } }, { users }) {
    const changes = changesOf(body);
    if (Object.keys(changes).length === 0) return ok(userRecordOf(user));
    const { companyWebsite, companyShortDesc } = changes;
    const isFirst = companyWebsite && user.companyWebsite === null;
    const effects = [
      ...(companyShortDesc ? [descriptionCheck(user.id, companyShortDesc)] : []),
      ...(isFirst ? [liteDiscovery(user.id, companyWebsite)] : []),
      await activity('profile_changed', ownAccountOf(user.id), {
        fields: Object.keys(body).filter((field) => body[field as keyof typeof body] !== undefined),
      }),
    ];
    const changed = await users.change(user.id, changes, { effects });
    if (!changed) throw fail(serviceErrors.unauthenticated, { headers: { 'www-authenticate': 'Bearer' } });
    return ok(userRecordOf(changed));
  },
});

type Changes = { [K in (typeof named)[keyof typeof named]]?: string | null };

const changesOf = (body: z.output<typeof Profile>): Changes =>
  Object.fromEntries(
    Object.entries(named)
      .map(([field, property]) => [property, body[field as keyof typeof named]] as const)
      .filter(([, value]) => value !== undefined)
      .map(([property, value]) => [property, value || null]),
  );
