export { activateLicence } from './activate-licence.ts';
export { addTeamMember } from './add-team-member.ts';
export { listCredits } from './list-credits.ts';
export { listLicences } from './list-licences.ts';
export { removeTeamMember } from './remove-team-member.ts';
