import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ctaTypes, type MailClick } from '#shared/messages/lifecycle-mails.ts';
import type { Secrets } from '#shared/secrets.ts';
import { formAmong } from '#shared/store/stored-form.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId, UserId } from '#shared/values/tenant.ts';

export type MailLinks = ReturnType<typeof mailLinksAt>;

const Click = z.tuple([z.int(), z.string(), z.enum(ctaTypes), z.string().min(1)]);
const Owner = z.tuple([z.int()]);
const InvitationLink = z.tuple([z.string(), z.string()]);
const ExportLink = z.tuple([z.int(), z.string(), z.int()]);
const Report = z.tuple([z.int(), z.string(), z.iso.date()]);

type ReportLink = { userId: AccountId; accountId: string; day: string };

export const reportLinkDays = 90;

export const exportLinkDays = 7;

const macLength = 32;
const forms = [{ form: 1 }];

/** Most links never expire, because mails are opened years later. Links of reports lead to figures, so they expire. */
export function mailLinksAt(apiBaseUrl: string, { macs }: Pick<Secrets, 'macs'>) {
  const signaturesOf = async (purpose: string, payload: string) =>
    (await macs(`mail link ${purpose} ${payload}`)).map((mac) => mac.slice(0, macLength));

  async function signed(purpose: string, values: readonly unknown[]): Promise<string> {
    const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
    return `${payload}.${(await signaturesOf(purpose, payload))[0]}`;
  }

  async function readToken<T>(purpose: string, token: string, form: z.ZodType<T>): Promise<T | null> {
    const [payload = '', signature = '', ...more] = token.split('.');
    const theirs = Buffer.from(signature);
    const isOurs = (await signaturesOf(purpose, payload)).some(
      (ours) => theirs.length === macLength && timingSafeEqual(Buffer.from(ours), theirs),
    );
    if (more.length > 0 || !isOurs) return null;
    const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    // A link of a later form has an object with its number, so that a release before that form refuses it.
    formAmong(forms, Array.isArray(content) ? 1 : (content as { form: number }).form, 'a link in a mail');
    return form.parse(content);
  }

  return {
    clickUrl: async ({ userId, type, cta, mailId }: MailClick) => `${apiBaseUrl}/m/c/${await signed('click', [userId, type, cta, mailId])}`,

    /** A POST to this URL unsubscribes (RFC 8058). */
    unsubscribeUrl: async (userId: UserId) => `${apiBaseUrl}/m/u/${await signed('unsubscribe', [userId])}`,

    reportUrl: async ({ userId, accountId, day }: ReportLink) => `${apiBaseUrl}/m/r/${await signed('report', [userId, accountId, day])}`,

    invitationUrl: async ({ digest, id }: { digest: string; id: string }) =>
      `${apiBaseUrl}/m/i/${await signed('invitation', [digest, id])}`,

    /** `completedAt` is in epoch milliseconds. */
    exportUrl: async ({ userId, id, completedAt }: { userId: AccountId; id: string; completedAt: number }) =>
      `${apiBaseUrl}/m/e/${await signed('export', [userId, id, completedAt])}`,

    /** Returns `null` for an invalid token. `now` is in epoch milliseconds. */
    async readExport(token: string, now: number): Promise<{ userId: AccountId; id: string } | null> {
      const values = await readToken('export', token, ExportLink);
      if (!values || now >= values[2] + days(exportLinkDays)) return null;
      return { userId: values[0], id: values[1] };
    },

    /** The token does not reveal whether the invitation is pending. */
    async readInvitation(token: string): Promise<{ digest: string; id: string } | null> {
      const values = await readToken('invitation', token, InvitationLink);
      return values && { digest: values[0], id: values[1] };
    },

    async readReport(token: string, now: number): Promise<ReportLink | null> {
      const values = await readToken('report', token, Report);
      if (values && now >= Date.parse(values[2]) + days(reportLinkDays + 1)) return null;
      return values && { userId: values[0], accountId: values[1], day: values[2] };
    },

    async readClick(token: string): Promise<MailClick | null> {
      const values = await readToken('click', token, Click);
      return values && { userId: values[0], type: values[1], cta: values[2], mailId: values[3] };
    },

    readUnsubscribe: async (token: string): Promise<number | null> => (await readToken('unsubscribe', token, Owner))?.[0] ?? null,
  };
}
