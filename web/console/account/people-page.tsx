import { AccountPage } from './account-frame.tsx';
import { Licences } from './licences.tsx';

export const PeoplePage = () => (
  <AccountPage
    title="People and licences"
    about="The people who share your licence. A member has an account of their own, and does not see your reports, events or keys."
  >
    <Licences />
  </AccountPage>
);
