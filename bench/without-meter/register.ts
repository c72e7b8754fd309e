import { registerHooks } from 'node:module';

const replaced = new URL('./credits.ts', import.meta.url).href;

/** Loaded before the product: whoever wants the meter gets one that can be switched off. */
registerHooks({
  resolve: (specifier, context, next) => {
    const isMeter = specifier.endsWith('platform/credits/credits.ts');
    if (isMeter && context.parentURL !== replaced) return { url: replaced, shortCircuit: true };
    return next(specifier, context);
  },
});
