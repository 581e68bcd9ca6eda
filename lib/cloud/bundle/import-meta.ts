import { pathToFileURL } from 'node:url';

/**
 * Replaces `import.meta.url` in a bundle, because CommonJS has only the file's name. Bundles that do not use
 * it omit it.
 */
export const importMetaUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
