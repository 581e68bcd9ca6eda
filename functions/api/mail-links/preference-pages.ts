import { mailPage } from './mail-page.ts';

const always = 'Codes that you request and notices about the security of your account do not depend on this setting.';

export const subscribedPage = (token: string) =>
  mailPage({
    title: 'E-mails from adtrail',
    text: `You receive our e-mails with tips and reminders. ${always}`,
    actions: [{ text: 'Unsubscribe', to: `../u/${token}` }],
  });

export const unsubscribedPage = (token: string) =>
  mailPage({
    title: 'You are unsubscribed',
    text: `We no longer send you tips and reminders. ${always}`,
    actions: [{ text: 'Subscribe again', to: `../s/${token}` }],
  });

export const unknownLinkPage = (frontEnd: string) =>
  mailPage({
    title: 'This link does not work',
    text: 'It may have been cut off. Open the e-mail again and use its button, or copy the whole address.',
    link: frontEnd,
  });
