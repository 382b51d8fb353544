// Refused requests.

/** The reason for which a request was refused: `offline` if there was no answer at all, `no-wasm` if the browser cannot
 * run the engine. */
export class HouseError extends Error {
  /**
   * @param {import('../../protocol').RefusalCode | 'offline' | 'no-wasm'} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}
