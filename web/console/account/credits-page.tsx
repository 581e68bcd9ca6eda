import { AccountPage } from './account-frame.tsx';
import { Credits } from './credits.tsx';

export const CreditsPage = () => (
  <AccountPage title="Credits" about="Credits pay for work of the language model. Measuring your ads costs none.">
    <Credits />
  </AccountPage>
);
