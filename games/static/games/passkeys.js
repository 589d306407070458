// The forms that make a passkey, or sign in by one. Each has a button; what the browser's dialogue gives goes into the
// form's field, and the form is sent as any other.

import { fromBase64Url, toBase64Url } from "./base64url.js";

/** @typedef {{ id: string, type: "public-key" }} NamedCredential */

/** @param {NamedCredential[] | undefined} named */
function credentials(named) {
  return (named ?? []).map(({ id, type }) => ({ id: fromBase64Url(id), type }));
}

/** @param {any} options @returns {Promise<Credential | null>} */
function created({ publicKey }) {
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: fromBase64Url(publicKey.challenge),
      user: { ...publicKey.user, id: fromBase64Url(publicKey.user.id) },
      excludeCredentials: credentials(publicKey.excludeCredentials),
    },
  });
}

/** @param {any} options @returns {Promise<Credential | null>} */
function found({ publicKey }) {
  return navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: fromBase64Url(publicKey.challenge),
      allowCredentials: credentials(publicKey.allowCredentials),
    },
  });
}

// What the server reads of a credential.
/** @param {PublicKeyCredential} credential */
function written({ id, rawId, type, response }) {
  const answer = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (response));
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
    .filter((name) => answer[name] instanceof ArrayBuffer)
    .map((name) => [name, toBase64Url(/** @type {ArrayBuffer} */ (answer[name]))]);
  return { id, type, rawId: toBase64Url(rawId), response: Object.fromEntries(parts) };
}

class PasskeyForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.fault = /** @type {HTMLElement} */ (form.querySelector("[role=alert]:last-child"));
    form.hidden = !("credentials" in navigator && "PublicKeyCredential" in globalThis);
    form.querySelector("button")?.addEventListener("click", () => this.ask());
  }

  async ask() {
    this.fault.hidden = true;
    try {
      const credential = await this.credential();
      /** @type {HTMLInputElement} */ (this.form.elements.namedItem("credential")).value = JSON.stringify(credential);
      this.form.submit();
    } catch {
      // Refused by the person, by the browser, or the server is away: which it was is the browser's to say.
      this.fault.hidden = false;
    }
  }

  async credential() {
    const { passkey, options = "" } = this.form.dataset;
    const token = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("csrfmiddlewaretoken")).value;
    const answer = await fetch(options, { method: "POST", headers: { "X-CSRFToken": token } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const asked = await answer.json();
    const credential = /** @type {PublicKeyCredential} */ (await (passkey === "create" ? created(asked) : found(asked)));
    return { ...written(credential), clientExtensionResults: credential.getClientExtensionResults() };
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) new PasskeyForm(/** @type {HTMLFormElement} */ (form));
