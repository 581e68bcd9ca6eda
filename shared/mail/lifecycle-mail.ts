import type { User } from '#shared/accounts/rules/users.ts';
import { ctaTypes, type LifecycleType } from '#shared/messages/lifecycle-mails.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { greeting } from './greeting.ts';
import { ctaWords, lifecycleWords } from './lifecycle-words.ts';
import type { MailLinks } from './mail-links.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

type Receiver = Pick<User, 'id' | 'email' | 'emailVerified' | 'fullName'>;
type Meant = { type: LifecycleType; id: string; data?: Record<string, string> };

/** RFC 8058 defines the header of one-click unsubscription. */
export async function lifecycleMail(
  { type, id, data = {} }: Meant,
  user: Receiver,
  links: Pick<MailLinks, 'clickUrl' | 'unsubscribeUrl' | 'reportUrl'>,
): Promise<Mail> {
  const { subject, paragraphs, first, report, reason } = lifecycleWords[type](data);
  const linkOf = async (cta: (typeof ctaTypes)[number]) => ({
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
