import { mailPage } from './mail-page.ts';

const always = 'Codes that you ask for and notices about the security of your account come in any case.';

export const subscribedPage = (token: string) =>
  mailPage({
    title: 'Mails from adtrail',
    text: `You get our mails with hints and reminders. ${always}`,
    actions: [{ text: 'Unsubscribe', to: `../u/${token}` }],
  });

export const unsubscribedPage = (token: string) =>
  mailPage({
    title: 'You are unsubscribed',
    text: `We send you no more hints and reminders. ${always}`,
    actions: [{ text: 'Subscribe again', to: `../s/${token}` }],
  });

export const unknownLinkPage = (frontEnd: string) =>
  mailPage({
    title: 'This link does not work',
    text: 'It may have been cut off on its way. Open the mail again and press its button, or copy the whole address.',
    link: frontEnd,
  });
