import type { User } from '#shared/accounts/rules/users.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

const subject = 'You are invited to a team on adtrail';

/** A verified address names the holder, never a chosen name. */
export function invitationMail({ to, holder, link, expiresAt }: InvitationMail): Mail {
  const by = holder.emailVerified ? holder.email : 'The holder of a licence';
  const blocks: Block[] = [
    `${by} invites you to the team of a licence on adtrail.`,
    { button: { text: 'View the invitation', href: link } },
    'As a member you take a seat of the licence and keep an account of your own. You do not see the reports, events or keys of the account that invites you: to read its figures, ask for a read-only key.',
    `You can accept or decline it until ${mailTime(expiresAt)}. You need an adtrail account with this e-mail address.`,
    'If you do not know the sender, ignore this e-mail. Nothing happens until you accept.',
  ];
  return { to, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}

type InvitationMail = {
  to: string;
  holder: Pick<User, 'email' | 'emailVerified'>;
  link: string;
  expiresAt: string;
};
