import { AccountPage } from './account-frame.tsx';
import { Licences } from './licences.tsx';

export const PeoplePage = () => (
  <AccountPage
    title="People and licences"
    about="The people who work with you, and the licences that you share."
  >
    <Licences />
  </AccountPage>
);
