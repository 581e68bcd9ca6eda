import { mailPage } from './mail-page.ts';

const leave = 'You can leave the team at any time.';

export const invitationPage = (token: string) =>
  mailPage({
    title: 'Invitation to a team',
    text: `You are invited to the team of a licence on adtrail. Members receive no sign-up credits. ${leave}`,
    actions: [
      { text: 'Accept', to: `../i/${token}` },
      { text: 'Decline', to: `../d/${token}` },
    ],
  });

export const acceptedPage = (frontEnd: string) => mailPage({ title: 'You are in the team', text: leave, link: frontEnd });

export const declinedPage = (frontEnd: string) =>
  mailPage({ title: 'You declined the invitation', text: 'You can close this page.', link: frontEnd });

export const accountNeededPage = (token: string, frontEnd: string) =>
  mailPage({
    title: 'You need an account first',
    text: 'Create an adtrail account with the invited e-mail address and verify it, or sign in to the account and verify its address. Then accept again.',
    actions: [{ text: 'Accept', to: `../i/${token}` }],
    link: frontEnd,
    linkText: 'Create an account or sign in',
  });

export const cannotJoinPage = (frontEnd: string) =>
  mailPage({
    title: 'You cannot join now',
    text: 'The licence is not active, or its team is full. Ask the person who invited you.',
    link: frontEnd,
  });

export const closedInvitationPage = (frontEnd: string) =>
  mailPage({
    title: 'This invitation is closed',
    text: 'It expired, was withdrawn or was already answered. Ask the person who invited you for a new one.',
    link: frontEnd,
  });
