export { createDevUser } from './create-dev-user.ts';
export { loginDevUser } from './login-dev-user.ts';
export { readDevUser } from './read-dev-user.ts';
