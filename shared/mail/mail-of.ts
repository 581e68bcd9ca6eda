import type { User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { type CtaType, ctaTypes } from '#shared/messages/lifecycle-mails.ts';
import type { LifecycleWords, MailText, TransactionalWords } from '#shared/messages/mail-templates.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exportLinkDays, type MailLinks } from './mail-links.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

type Effect = Pick<EffectOf<'mail'>, 'id' | 'template' | 'data'>;
type Receiver = Pick<User, 'id' | 'email' | 'emailVerified' | 'fullName'>;
type Links = Pick<MailLinks, 'clickUrl' | 'unsubscribeUrl' | 'reportUrl' | 'exportUrl'>;

/** `textOf` is the text that the template's capability declares. */
export async function mailOf(effect: Effect, textOf: MailText, user: Receiver, links: Links, supportEmail: string): Promise<Mail> {
  const data = user.emailVerified ? effect.data : dataForStrangers(effect.data);
  const help = supportEmail ? `contact our support team (${supportEmail})` : 'ask the operator of this service for help';
  const text = textOf(data, { help, exportLinkDays });
  return 'first' in text ? await lifecycleMail(effect, text, user, links) : await transactionalMail(text, user, links);
}

async function transactionalMail({ subject, paragraphs, exportFile }: TransactionalWords, user: Receiver, links: Links): Promise<Mail> {
  const blocks: Block[] = [greeting(user), ...paragraphs];
  if (exportFile) {
    const href = await links.exportUrl({ userId: ownAccountOf(user.id), ...exportFile });
    blocks.splice(2, 0, { button: { text: 'Download the file', href } });
  }
  return { to: user.email, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}

const ctaWords: Readonly<Record<CtaType, string>> = {
  login: 'Sign in',
  dashboard: 'Open your dashboard',
  buy_credits: 'Get more credits',
  campaign_studio: 'Open the campaign studio',
};
const ofAccount = 'You are receiving this e-mail because you have an adtrail account with this address.';

/** RFC 8058 defines the header of one-click unsubscription. */
async function lifecycleMail(
  { id, template: type }: Effect,
  { subject, paragraphs, first, report, reason = ofAccount }: LifecycleWords,
  user: Receiver,
  links: Links,
): Promise<Mail> {
  const linkOf = async (cta: CtaType) => ({
    text: ctaWords[cta],
    href: await links.clickUrl({ userId: user.id, type, cta, mailId: id }),
  });
  const unsubscribe = await links.unsubscribeUrl(user.id);
  const blocks: Block[] = [
    greeting(user),
    ...paragraphs,
    {
      button: report
        ? {
            text: 'Open the report',
            href: await links.reportUrl({ userId: ownAccountOf(user.id), ...report }),
          }
        : await linkOf(first),
    },
    { links: await Promise.all(ctaTypes.filter((cta) => report || cta !== first).map(linkOf)) },
  ];
  const foot = { text: reason, link: { text: 'Unsubscribe', href: unsubscribe } };
  return {
    to: user.email,
    subject,
    text: plainText(blocks, foot),
    html: page(subject, blocks, foot),
    kind: 'lifecycle',
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** An unverified user gets no name: otherwise anyone could send any words to any address. */
const greeting = ({ emailVerified, fullName }: Receiver) => (emailVerified && fullName ? `Hello ${fullName},` : 'Hello,');

const ownWords = ['at', 'ending', 'previous_ends', 'keys_revoked', 'fields', 'erase_at', 'since', 'reason', 'count', 'account_id', 'day'];

/** An unverified address may be another person's, so its mails omit texts and figures. */
const dataForStrangers = (data: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(data).filter(([name]) => ownWords.includes(name))),
  ...Object.fromEntries(['name', 'event_id', 'url', 'new_email'].map((name) => [name, '…'])),
});
