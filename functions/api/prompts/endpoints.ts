export { generateAdPrompt } from './generate-ad-prompt.ts';
export { generateTemplatePrompt } from './generate-template-prompt.ts';
export { listPrompts } from './list-prompts.ts';
export { readPromptSession } from './read-prompt-session.ts';
