export { readContentSession } from './read-content-session.ts';
export { readImageConversation } from './read-image-conversation.ts';
export { readTracedUser } from './read-traced-user.ts';
export { searchTraces } from './search-traces.ts';
export { searchUsers } from './search-users.ts';
