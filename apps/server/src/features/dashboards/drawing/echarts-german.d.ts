// Its words come without types.
declare module 'echarts/i18n/langDE-obj.js' {
  const german: Parameters<typeof import('echarts/core').registerLocale>[1];
  export default german;
}
