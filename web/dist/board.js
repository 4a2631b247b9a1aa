// node_modules/snabbdom/build/htmldomapi.js
function createElement(tagName2, options) {
  return document.createElement(tagName2, options);
}
function createElementNS(namespaceURI, qualifiedName, options) {
  return document.createElementNS(namespaceURI, qualifiedName, options);
}
function createDocumentFragment() {
  return parseFragment(document.createDocumentFragment());
}
function createTextNode(text) {
  return document.createTextNode(text);
}
function createComment(text) {
  return document.createComment(text);
}
function insertBefore(parentNode2, newNode, referenceNode) {
  if (isDocumentFragment(parentNode2)) {
    let node = parentNode2;
    while (node && isDocumentFragment(node)) {
      const fragment2 = parseFragment(node);
      node = fragment2.parent;
    }
    parentNode2 = node !== null && node !== void 0 ? node : parentNode2;
  }
  if (isDocumentFragment(newNode)) {
    newNode = parseFragment(newNode, parentNode2);
  }
  if (referenceNode && isDocumentFragment(referenceNode)) {
    referenceNode = parseFragment(referenceNode).firstChildNode;
  }
  parentNode2.insertBefore(newNode, referenceNode);
}
function removeChild(node, child) {
  node.removeChild(child);
}
function appendChild(node, child) {
  if (isDocumentFragment(child)) {
    child = parseFragment(child, node);
  }
  node.appendChild(child);
}
function parentNode(node) {
  if (isDocumentFragment(node)) {
    while (node && isDocumentFragment(node)) {
      const fragment2 = parseFragment(node);
      node = fragment2.parent;
    }
    return node !== null && node !== void 0 ? node : null;
  }
  return node.parentNode;
}
function nextSibling(node) {
  var _a;
  if (isDocumentFragment(node)) {
    const fragment2 = parseFragment(node);
    const parent = parentNode(fragment2);
    if (parent && fragment2.lastChildNode) {
      const children = Array.from(parent.childNodes);
      const index2 = children.indexOf(fragment2.lastChildNode);
      return (_a = children[index2 + 1]) !== null && _a !== void 0 ? _a : null;
    }
    return null;
  }
  return node.nextSibling;
}
function tagName(elm) {
  return elm.tagName;
}
function setTextContent(node, text) {
  node.textContent = text;
}
function getTextContent(node) {
  return node.textContent;
}
function isElement(node) {
  return node.nodeType === 1;
}
function isText(node) {
  return node.nodeType === 3;
}
function isComment(node) {
  return node.nodeType === 8;
}
function isDocumentFragment(node) {
  return node.nodeType === 11;
}
function parseFragment(fragmentNode, parentNode2) {
  var _a, _b, _c;
  const fragment2 = fragmentNode;
  (_a = fragment2.parent) !== null && _a !== void 0 ? _a : fragment2.parent = parentNode2 !== null && parentNode2 !== void 0 ? parentNode2 : null;
  (_b = fragment2.firstChildNode) !== null && _b !== void 0 ? _b : fragment2.firstChildNode = fragmentNode.firstChild;
  (_c = fragment2.lastChildNode) !== null && _c !== void 0 ? _c : fragment2.lastChildNode = fragmentNode.lastChild;
  return fragment2;
}
var htmlDomApi = { createElement, createElementNS, createTextNode, createDocumentFragment, createComment, insertBefore, removeChild, appendChild, parentNode, nextSibling, tagName, setTextContent, getTextContent, isElement, isText, isComment, isDocumentFragment };

// node_modules/snabbdom/build/vnode.js
function vnode(sel, data, children, text, elm) {
  const key = data === void 0 ? void 0 : data.key;
  return { sel, data, children, text, elm, key };
}

// node_modules/snabbdom/build/is.js
var array = Array.isArray;
function primitive(s) {
  return typeof s === "string" || typeof s === "number" || s instanceof String || s instanceof Number;
}

// node_modules/snabbdom/build/init.js
var emptyNode = vnode("", {}, [], void 0, void 0);
function sameVnode(vnode1, vnode2) {
  var _a, _b;
  const isSameKey = vnode1.key === vnode2.key;
  const isSameIs = ((_a = vnode1.data) === null || _a === void 0 ? void 0 : _a.is) === ((_b = vnode2.data) === null || _b === void 0 ? void 0 : _b.is);
  const isSameSel = vnode1.sel === vnode2.sel;
  const isSameTextOrFragment = !vnode1.sel && vnode1.sel === vnode2.sel ? typeof vnode1.text === typeof vnode2.text : true;
  return isSameSel && isSameKey && isSameIs && isSameTextOrFragment;
}
function documentFragmentIsNotSupported() {
  throw new Error("The document fragment is not supported on this platform.");
}
function isElement2(api2, vnode2) {
  return api2.isElement(vnode2);
}
function isDocumentFragment2(api2, vnode2) {
  return api2.isDocumentFragment(vnode2);
}
function createKeyToOldIdx(children, beginIdx, endIdx) {
  var _a;
  const map = {};
  for (let i = beginIdx; i <= endIdx; ++i) {
    const key = (_a = children[i]) === null || _a === void 0 ? void 0 : _a.key;
    if (key !== void 0) {
      map[key] = i;
    }
  }
  return map;
}
var hooks = ["create", "update", "remove", "destroy", "pre", "post"];
function init(modules, domApi, options) {
  const cbs = { create: [], update: [], remove: [], destroy: [], pre: [], post: [] };
  const api2 = domApi !== void 0 ? domApi : htmlDomApi;
  for (const hook of hooks) {
    for (const module of modules) {
      const currentHook = module[hook];
      if (currentHook !== void 0) {
        cbs[hook].push(currentHook);
      }
    }
  }
  function emptyNodeAt(elm) {
    const id = elm.id ? "#" + elm.id : "";
    const classes = elm.getAttribute("class");
    const c = classes ? "." + classes.split(" ").join(".") : "";
    return vnode(api2.tagName(elm).toLowerCase() + id + c, {}, [], void 0, elm);
  }
  function emptyDocumentFragmentAt(frag) {
    return vnode(void 0, {}, [], void 0, frag);
  }
  function createRmCb(childElm, listeners2) {
    return function rmCb() {
      if (--listeners2 === 0) {
        const parent = api2.parentNode(childElm);
        if (parent !== null) {
          api2.removeChild(parent, childElm);
        }
      }
    };
  }
  function createElm(vnode2, insertedVnodeQueue) {
    var _a, _b, _c, _d, _e;
    let i;
    const data = vnode2.data;
    const hook = data === null || data === void 0 ? void 0 : data.hook;
    (_a = hook === null || hook === void 0 ? void 0 : hook.init) === null || _a === void 0 ? void 0 : _a.call(hook, vnode2);
    const children = vnode2.children;
    const sel = vnode2.sel;
    if (sel === "!") {
      (_b = vnode2.text) !== null && _b !== void 0 ? _b : vnode2.text = "";
      vnode2.elm = api2.createComment(vnode2.text);
    } else if (sel === "") {
      vnode2.elm = api2.createTextNode(vnode2.text);
    } else if (sel !== void 0) {
      const hashIdx = sel.indexOf("#");
      const dotIdx = sel.indexOf(".", hashIdx);
      const hash = hashIdx > 0 ? hashIdx : sel.length;
      const dot = dotIdx > 0 ? dotIdx : sel.length;
      const tag = hashIdx !== -1 || dotIdx !== -1 ? sel.slice(0, Math.min(hash, dot)) : sel;
      const ns = data === null || data === void 0 ? void 0 : data.ns;
      const elm = ns === void 0 ? api2.createElement(tag, data) : api2.createElementNS(ns, tag, data);
      vnode2.elm = elm;
      if (hash < dot) elm.setAttribute("id", sel.slice(hash + 1, dot));
      if (dotIdx > 0) elm.setAttribute("class", sel.slice(dot + 1).replace(/\./g, " "));
      for (i = 0; i < cbs.create.length; ++i) cbs.create[i](emptyNode, vnode2);
      if (primitive(vnode2.text) && (!array(children) || children.length === 0)) {
        api2.appendChild(elm, api2.createTextNode(vnode2.text));
      }
      if (array(children)) {
        for (i = 0; i < children.length; ++i) {
          const ch = children[i];
          if (ch != null) {
            api2.appendChild(elm, createElm(ch, insertedVnodeQueue));
          }
        }
      }
      if (hook !== void 0) {
        (_c = hook.create) === null || _c === void 0 ? void 0 : _c.call(hook, emptyNode, vnode2);
        if (hook.insert !== void 0) {
          insertedVnodeQueue.push(vnode2);
        }
      }
    } else if (((_d = options === null || options === void 0 ? void 0 : options.experimental) === null || _d === void 0 ? void 0 : _d.fragments) && vnode2.children) {
      vnode2.elm = ((_e = api2.createDocumentFragment) !== null && _e !== void 0 ? _e : documentFragmentIsNotSupported)();
      for (i = 0; i < cbs.create.length; ++i) cbs.create[i](emptyNode, vnode2);
      for (i = 0; i < vnode2.children.length; ++i) {
        const ch = vnode2.children[i];
        if (ch != null) {
          api2.appendChild(vnode2.elm, createElm(ch, insertedVnodeQueue));
        }
      }
    } else {
      vnode2.elm = api2.createTextNode(vnode2.text);
    }
    return vnode2.elm;
  }
  function addVnodes(parentElm, before2, vnodes, startIdx, endIdx, insertedVnodeQueue) {
    for (; startIdx <= endIdx; ++startIdx) {
      const ch = vnodes[startIdx];
      if (ch != null) {
        api2.insertBefore(parentElm, createElm(ch, insertedVnodeQueue), before2);
      }
    }
  }
  function invokeDestroyHook(vnode2) {
    var _a, _b;
    const data = vnode2.data;
    if (data !== void 0) {
      (_b = (_a = data === null || data === void 0 ? void 0 : data.hook) === null || _a === void 0 ? void 0 : _a.destroy) === null || _b === void 0 ? void 0 : _b.call(_a, vnode2);
      for (let i = 0; i < cbs.destroy.length; ++i) cbs.destroy[i](vnode2);
      if (vnode2.children !== void 0) {
        for (let j = 0; j < vnode2.children.length; ++j) {
          const child = vnode2.children[j];
          if (child != null && typeof child !== "string") {
            invokeDestroyHook(child);
          }
        }
      }
    }
  }
  function removeVnodes(parentElm, vnodes, startIdx, endIdx) {
    var _a, _b;
    for (; startIdx <= endIdx; ++startIdx) {
      let listeners2;
      const ch = vnodes[startIdx];
      if (ch != null) {
        if (ch.sel !== void 0) {
          invokeDestroyHook(ch);
          listeners2 = cbs.remove.length + 1;
          const rm = createRmCb(ch.elm, listeners2);
          for (let i = 0; i < cbs.remove.length; ++i) cbs.remove[i](ch, rm);
          const removeHook = (_b = (_a = ch === null || ch === void 0 ? void 0 : ch.data) === null || _a === void 0 ? void 0 : _a.hook) === null || _b === void 0 ? void 0 : _b.remove;
          if (removeHook !== void 0) {
            removeHook(ch, rm);
          } else {
            rm();
          }
        } else if (ch.children) {
          invokeDestroyHook(ch);
          removeVnodes(parentElm, ch.children, 0, ch.children.length - 1);
        } else {
          api2.removeChild(parentElm, ch.elm);
        }
      }
    }
  }
  function updateChildren(parentElm, oldCh, newCh, insertedVnodeQueue) {
    let oldStartIdx = 0;
    let newStartIdx = 0;
    let oldEndIdx = oldCh.length - 1;
    let oldStartVnode = oldCh[0];
    let oldEndVnode = oldCh[oldEndIdx];
    let newEndIdx = newCh.length - 1;
    let newStartVnode = newCh[0];
    let newEndVnode = newCh[newEndIdx];
    let oldKeyToIdx;
    let idxInOld;
    let elmToMove;
    let before2;
    while (oldStartIdx <= oldEndIdx && newStartIdx <= newEndIdx) {
      if (oldStartVnode == null) {
        oldStartVnode = oldCh[++oldStartIdx];
      } else if (oldEndVnode == null) {
        oldEndVnode = oldCh[--oldEndIdx];
      } else if (newStartVnode == null) {
        newStartVnode = newCh[++newStartIdx];
      } else if (newEndVnode == null) {
        newEndVnode = newCh[--newEndIdx];
      } else if (sameVnode(oldStartVnode, newStartVnode)) {
        patchVnode(oldStartVnode, newStartVnode, insertedVnodeQueue);
        oldStartVnode = oldCh[++oldStartIdx];
        newStartVnode = newCh[++newStartIdx];
      } else if (sameVnode(oldEndVnode, newEndVnode)) {
        patchVnode(oldEndVnode, newEndVnode, insertedVnodeQueue);
        oldEndVnode = oldCh[--oldEndIdx];
        newEndVnode = newCh[--newEndIdx];
      } else if (sameVnode(oldStartVnode, newEndVnode)) {
        patchVnode(oldStartVnode, newEndVnode, insertedVnodeQueue);
        api2.insertBefore(parentElm, oldStartVnode.elm, api2.nextSibling(oldEndVnode.elm));
        oldStartVnode = oldCh[++oldStartIdx];
        newEndVnode = newCh[--newEndIdx];
      } else if (sameVnode(oldEndVnode, newStartVnode)) {
        patchVnode(oldEndVnode, newStartVnode, insertedVnodeQueue);
        api2.insertBefore(parentElm, oldEndVnode.elm, oldStartVnode.elm);
        oldEndVnode = oldCh[--oldEndIdx];
        newStartVnode = newCh[++newStartIdx];
      } else {
        if (oldKeyToIdx === void 0) {
          oldKeyToIdx = createKeyToOldIdx(oldCh, oldStartIdx, oldEndIdx);
        }
        idxInOld = oldKeyToIdx[newStartVnode.key];
        if (idxInOld === void 0) {
          api2.insertBefore(parentElm, createElm(newStartVnode, insertedVnodeQueue), oldStartVnode.elm);
          newStartVnode = newCh[++newStartIdx];
        } else if (oldKeyToIdx[newEndVnode.key] === void 0) {
          api2.insertBefore(parentElm, createElm(newEndVnode, insertedVnodeQueue), api2.nextSibling(oldEndVnode.elm));
          newEndVnode = newCh[--newEndIdx];
        } else {
          elmToMove = oldCh[idxInOld];
          if (elmToMove.sel !== newStartVnode.sel) {
            api2.insertBefore(parentElm, createElm(newStartVnode, insertedVnodeQueue), oldStartVnode.elm);
          } else {
            patchVnode(elmToMove, newStartVnode, insertedVnodeQueue);
            oldCh[idxInOld] = void 0;
            api2.insertBefore(parentElm, elmToMove.elm, oldStartVnode.elm);
          }
          newStartVnode = newCh[++newStartIdx];
        }
      }
    }
    if (newStartIdx <= newEndIdx) {
      before2 = newCh[newEndIdx + 1] == null ? null : newCh[newEndIdx + 1].elm;
      addVnodes(parentElm, before2, newCh, newStartIdx, newEndIdx, insertedVnodeQueue);
    }
    if (oldStartIdx <= oldEndIdx) {
      removeVnodes(parentElm, oldCh, oldStartIdx, oldEndIdx);
    }
  }
  function patchVnode(oldVnode, vnode2, insertedVnodeQueue) {
    var _a, _b, _c, _d, _e, _f, _g, _h;
    const hook = (_a = vnode2.data) === null || _a === void 0 ? void 0 : _a.hook;
    (_b = hook === null || hook === void 0 ? void 0 : hook.prepatch) === null || _b === void 0 ? void 0 : _b.call(hook, oldVnode, vnode2);
    const elm = vnode2.elm = oldVnode.elm;
    if (oldVnode === vnode2) return;
    if (vnode2.data !== void 0 || vnode2.text !== void 0 && vnode2.text !== oldVnode.text) {
      (_c = vnode2.data) !== null && _c !== void 0 ? _c : vnode2.data = {};
      (_d = oldVnode.data) !== null && _d !== void 0 ? _d : oldVnode.data = {};
      for (let i = 0; i < cbs.update.length; ++i) cbs.update[i](oldVnode, vnode2);
      (_g = (_f = (_e = vnode2.data) === null || _e === void 0 ? void 0 : _e.hook) === null || _f === void 0 ? void 0 : _f.update) === null || _g === void 0 ? void 0 : _g.call(_f, oldVnode, vnode2);
    }
    const oldCh = oldVnode.children;
    const ch = vnode2.children;
    if (vnode2.text === void 0) {
      if (oldCh !== void 0 && ch !== void 0) {
        if (oldCh !== ch) updateChildren(elm, oldCh, ch, insertedVnodeQueue);
      } else if (ch !== void 0) {
        if (oldVnode.text !== void 0) api2.setTextContent(elm, "");
        addVnodes(elm, null, ch, 0, ch.length - 1, insertedVnodeQueue);
      } else if (oldCh !== void 0) {
        removeVnodes(elm, oldCh, 0, oldCh.length - 1);
      } else if (oldVnode.text !== void 0) {
        api2.setTextContent(elm, "");
      }
    } else if (oldVnode.text !== vnode2.text) {
      if (oldCh !== void 0) {
        removeVnodes(elm, oldCh, 0, oldCh.length - 1);
      }
      api2.setTextContent(elm, vnode2.text);
    }
    (_h = hook === null || hook === void 0 ? void 0 : hook.postpatch) === null || _h === void 0 ? void 0 : _h.call(hook, oldVnode, vnode2);
  }
  return function patch2(oldVnode, vnode2) {
    let i, elm, parent;
    const insertedVnodeQueue = [];
    for (i = 0; i < cbs.pre.length; ++i) cbs.pre[i]();
    if (isElement2(api2, oldVnode)) {
      oldVnode = emptyNodeAt(oldVnode);
    } else if (isDocumentFragment2(api2, oldVnode)) {
      oldVnode = emptyDocumentFragmentAt(oldVnode);
    }
    if (sameVnode(oldVnode, vnode2)) {
      patchVnode(oldVnode, vnode2, insertedVnodeQueue);
    } else {
      elm = oldVnode.elm;
      parent = api2.parentNode(elm);
      createElm(vnode2, insertedVnodeQueue);
      if (parent !== null) {
        api2.insertBefore(parent, vnode2.elm, api2.nextSibling(elm));
        removeVnodes(parent, [oldVnode], 0, 0);
      }
    }
    for (i = 0; i < insertedVnodeQueue.length; ++i) {
      insertedVnodeQueue[i].data.hook.insert(insertedVnodeQueue[i]);
    }
    for (i = 0; i < cbs.post.length; ++i) cbs.post[i]();
    return vnode2;
  };
}

// node_modules/snabbdom/build/h.js
function addNS(data, children, sel) {
  data.ns = "http://www.w3.org/2000/svg";
  if (sel !== "foreignObject" && children !== void 0) {
    for (let i = 0; i < children.length; ++i) {
      const child = children[i];
      if (typeof child === "string") continue;
      const childData = child.data;
      if (childData !== void 0) {
        addNS(childData, child.children, child.sel);
      }
    }
  }
}
function h(sel, b, c) {
  let data = {};
  let children;
  let text;
  let i;
  if (c !== void 0) {
    if (b !== null) {
      data = b;
    }
    if (array(c)) {
      children = c;
    } else if (primitive(c)) {
      text = c.toString();
    } else if (c && c.sel) {
      children = [c];
    }
  } else if (b !== void 0 && b !== null) {
    if (array(b)) {
      children = b;
    } else if (primitive(b)) {
      text = b.toString();
    } else if (b && b.sel) {
      children = [b];
    } else {
      data = b;
    }
  }
  if (children !== void 0) {
    for (i = 0; i < children.length; ++i) {
      if (primitive(children[i])) children[i] = vnode(void 0, void 0, void 0, children[i], void 0);
    }
  }
  if (sel.startsWith("svg") && (sel.length === 3 || sel[3] === "." || sel[3] === "#")) {
    addNS(data, children, sel);
  }
  return vnode(sel, data, children, text, void 0);
}

// node_modules/snabbdom/build/modules/attributes.js
var xlinkNS = "http://www.w3.org/1999/xlink";
var xmlnsNS = "http://www.w3.org/2000/xmlns/";
var xmlNS = "http://www.w3.org/XML/1998/namespace";
var colonChar = 58;
var xChar = 120;
var mChar = 109;
function updateAttrs(oldVnode, vnode2) {
  let key;
  const elm = vnode2.elm;
  let oldAttrs = oldVnode.data.attrs;
  let attrs = vnode2.data.attrs;
  if (!oldAttrs && !attrs) return;
  if (oldAttrs === attrs) return;
  oldAttrs = oldAttrs || {};
  attrs = attrs || {};
  for (key in attrs) {
    const cur = attrs[key];
    const old = oldAttrs[key];
    if (old !== cur) {
      if (cur === true) {
        elm.setAttribute(key, "");
      } else if (cur === false) {
        elm.removeAttribute(key);
      } else {
        if (key.charCodeAt(0) !== xChar) {
          elm.setAttribute(key, cur);
        } else if (key.charCodeAt(3) === colonChar) {
          elm.setAttributeNS(xmlNS, key, cur);
        } else if (key.charCodeAt(5) === colonChar) {
          if (key.charCodeAt(1) === mChar) {
            elm.setAttributeNS(xmlnsNS, key, cur);
          } else {
            elm.setAttributeNS(xlinkNS, key, cur);
          }
        } else {
          elm.setAttribute(key, cur);
        }
      }
    }
  }
  for (key in oldAttrs) {
    if (!(key in attrs)) {
      elm.removeAttribute(key);
    }
  }
}
var attributesModule = { create: updateAttrs, update: updateAttrs };

// node_modules/snabbdom/build/modules/class.js
function updateClass(oldVnode, vnode2) {
  let cur;
  let name;
  const elm = vnode2.elm;
  let oldClass = oldVnode.data.class;
  let klass = vnode2.data.class;
  if (!oldClass && !klass) return;
  if (oldClass === klass) return;
  oldClass = oldClass || {};
  klass = klass || {};
  for (name in oldClass) {
    if (oldClass[name] && !Object.prototype.hasOwnProperty.call(klass, name)) {
      elm.classList.remove(name);
    }
  }
  for (name in klass) {
    cur = klass[name];
    if (cur !== oldClass[name]) {
      elm.classList[cur ? "add" : "remove"](name);
    }
  }
}
var classModule = { create: updateClass, update: updateClass };

// node_modules/snabbdom/build/modules/eventlisteners.js
function invokeHandler(handler, vnode2, event) {
  if (typeof handler === "function") {
    handler.call(vnode2, event, vnode2);
  } else if (typeof handler === "object") {
    for (let i = 0; i < handler.length; i++) {
      invokeHandler(handler[i], vnode2, event);
    }
  }
}
function handleEvent(event, vnode2) {
  const name = event.type;
  const on = vnode2.data.on;
  if (on && on[name]) {
    invokeHandler(on[name], vnode2, event);
  }
}
function createListener() {
  return function handler(event) {
    handleEvent(event, handler.vnode);
  };
}
function updateEventListeners(oldVnode, vnode2) {
  const oldOn = oldVnode.data.on;
  const oldListener = oldVnode.listener;
  const oldElm = oldVnode.elm;
  const on = vnode2 && vnode2.data.on;
  const elm = vnode2 && vnode2.elm;
  let name;
  if (oldOn === on) {
    return;
  }
  if (oldOn && oldListener) {
    if (!on) {
      for (name in oldOn) {
        oldElm.removeEventListener(name, oldListener, false);
      }
    } else {
      for (name in oldOn) {
        if (!on[name]) {
          oldElm.removeEventListener(name, oldListener, false);
        }
      }
    }
  }
  if (on) {
    const listener = vnode2.listener = oldVnode.listener || createListener();
    listener.vnode = vnode2;
    if (!oldOn) {
      for (name in on) {
        elm.addEventListener(name, listener, false);
      }
    } else {
      for (name in on) {
        if (!oldOn[name]) {
          elm.addEventListener(name, listener, false);
        }
      }
    }
  }
}
var eventListenersModule = { create: updateEventListeners, update: updateEventListeners, destroy: updateEventListeners };

// node_modules/snabbdom/build/modules/props.js
function updateProps(oldVnode, vnode2) {
  let key;
  let cur;
  let old;
  const elm = vnode2.elm;
  let oldProps = oldVnode.data.props;
  let props = vnode2.data.props;
  if (!oldProps && !props) return;
  if (oldProps === props) return;
  oldProps = oldProps || {};
  props = props || {};
  for (key in props) {
    cur = props[key];
    old = oldProps[key];
    if (old !== cur && (key !== "value" || elm[key] !== cur)) {
      elm[key] = cur;
    }
  }
}
var propsModule = { create: updateProps, update: updateProps };

// node_modules/snabbdom/build/modules/style.js
var raf = typeof (window === null || window === void 0 ? void 0 : window.requestAnimationFrame) === "function" ? window.requestAnimationFrame.bind(window) : setTimeout;
var nextFrame = (fn) => {
  raf(() => {
    raf(fn);
  });
};
var reflowForced = false;
function setNextFrame(obj, prop, val) {
  nextFrame(() => {
    obj[prop] = val;
  });
}
function updateStyle(oldVnode, vnode2) {
  let cur;
  let name;
  const elm = vnode2.elm;
  let oldStyle = oldVnode.data.style;
  let style = vnode2.data.style;
  if (!oldStyle && !style) return;
  if (oldStyle === style) return;
  oldStyle = oldStyle || {};
  style = style || {};
  const oldHasDel = "delayed" in oldStyle;
  for (name in oldStyle) {
    if (!(name in style)) {
      if (name[0] === "-" && name[1] === "-") {
        elm.style.removeProperty(name);
      } else {
        elm.style[name] = "";
      }
    }
  }
  for (name in style) {
    cur = style[name];
    if (name === "delayed" && style.delayed) {
      for (const name2 in style.delayed) {
        cur = style.delayed[name2];
        if (!oldHasDel || cur !== oldStyle.delayed[name2]) {
          setNextFrame(elm.style, name2, cur);
        }
      }
    } else if (name !== "remove" && cur !== oldStyle[name]) {
      if (name[0] === "-" && name[1] === "-") {
        elm.style.setProperty(name, cur);
      } else {
        elm.style[name] = cur;
      }
    }
  }
}
function applyDestroyStyle(vnode2) {
  let style;
  let name;
  const elm = vnode2.elm;
  const s = vnode2.data.style;
  if (!s || !(style = s.destroy)) return;
  for (name in style) {
    elm.style[name] = style[name];
  }
}
function applyRemoveStyle(vnode2, rm) {
  const s = vnode2.data.style;
  if (!s || !s.remove) {
    rm();
    return;
  }
  if (!reflowForced) {
    vnode2.elm.offsetLeft;
    reflowForced = true;
  }
  let name;
  const elm = vnode2.elm;
  let i = 0;
  const style = s.remove;
  let amount2 = 0;
  const applied = [];
  for (name in style) {
    applied.push(name);
    elm.style[name] = style[name];
  }
  const compStyle = getComputedStyle(elm);
  const props = compStyle["transition-property"].split(", ");
  for (; i < props.length; ++i) {
    if (applied.indexOf(props[i]) !== -1) amount2++;
  }
  elm.addEventListener("transitionend", (ev) => {
    if (ev.target === elm) --amount2;
    if (amount2 === 0) rm();
  });
}
function forceReflow() {
  reflowForced = false;
}
var styleModule = { pre: forceReflow, create: updateStyle, update: updateStyle, destroy: applyDestroyStyle, remove: applyRemoveStyle };

// src/api/token.ts
var KEY = "kawari.token";
var TOKEN = /^[0-9a-f]{32}$/;
var WAIT = 500;
var channel = new BroadcastChannel(KEY);
var isAccepted = false;
var listeners = /* @__PURE__ */ new Set();
var currentToken = () => sessionStorage.getItem(KEY) ?? "";
var onToken = (listener) => void listeners.add(listener);
function noteAnswer(token, accepted) {
  if (token === currentToken()) isAccepted = accepted;
}
async function isValid(token) {
  const headers = { "Content-Type": "application/json", "Kawari-Token": token };
  try {
    return (await fetch("/api/status", { method: "POST", headers, body: "{}", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
async function adopt(token) {
  if (!TOKEN.test(token)) return false;
  if (token === currentToken() && isAccepted) return true;
  if (!await isValid(token)) return false;
  sessionStorage.setItem(KEY, token);
  isAccepted = true;
  for (const listener of listeners) listener();
  return true;
}
async function takeToken(token) {
  if (await adopt(token)) post({ token });
}
var post = (message) => channel.postMessage(message);
async function renewToken(refused) {
  if (currentToken() !== refused) return true;
  return new Promise((resolve) => {
    const found2 = () => resolve(true);
    listeners.add(found2);
    setTimeout(() => {
      listeners.delete(found2);
      resolve(currentToken() !== refused);
    }, WAIT);
    post({ wanted: true });
  });
}
channel.addEventListener("message", ({ data }) => {
  if ("token" in data) void adopt(data.token);
  else if (isAccepted) post({ token: currentToken() });
});

// src/api/client.ts
var ApiError = class extends Error {
  code;
  args;
  constructor(code, message, args = {}) {
    super(message);
    this.code = code;
    this.args = args;
  }
};
async function post2(path, body, token, signal) {
  try {
    const response = await fetch(`/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json", "Kawari-Token": token }, body: JSON.stringify(body), cache: "no-store", ...signal ? { signal } : {} });
    noteAnswer(token, response.status !== 401);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("gone", `The program does not answer (${String(error)}).`);
  }
}
async function send(path, body, signal) {
  const token = currentToken();
  let response = token ? await post2(path, body, token, signal) : null;
  if ((!response || response.status === 401) && await renewToken(token)) response = await post2(path, body, currentToken(), signal);
  if (!response) throw new ApiError("token", "There is no token.");
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  if (!failure?.error) throw new ApiError(`http-${response.status}`, response.statusText);
  throw new ApiError(failure.error.code, failure.error.message, failure.error.args);
}
async function ask(path, body, signal) {
  return await (await send(path, body, signal)).json();
}
async function stream(path, body, each, signal) {
  const response = await send(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line2 of lines) if (line2 && !signal.aborted) each(JSON.parse(line2));
  }
}
var isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
var api = { status: () => ask("status", {}), games: () => ask("games", {}), position: (line2, signal) => ask("position", line2, signal), line: (line2) => ask("line", line2), word: (line2, word) => ask("word", { ...line2, word }), sfen: (game, sfen) => ask("sfen", { game, sfen }), search: (request, each, signal) => stream("search", request, each, signal), analyse: (request, each, signal) => stream("analyse", request, each, signal), draw: (line2, engine, level) => ask("draw", { ...line2, engine, level }), importText: (text, game) => ask("import", { text, game }), exportRecord: (format, record) => ask("export", { format, record }) };

// src/board/sfen.ts
var groundColor = (color) => color === "black" ? "sente" : "gote";
var forsyth = { fromForsyth: (text) => roleOf(text), toForsyth: (role) => kindOf(role).toLowerCase() };
function fields(sfen) {
  const [board = "", turn = "b", hands2 = "-", number = "1"] = sfen.split(" ");
  return { board: board.replaceAll("!", ""), turn: turn === "w" ? "white" : "black", hands: hands2, number };
}
var colorOf = (face3) => face3 === face3.toUpperCase() ? "black" : "white";
function placed(sfen, files2) {
  const board = /* @__PURE__ */ new Map();
  const rows2 = (sfen.split(" ")[0] ?? "").split("/");
  rows2.forEach((row, rank) => {
    let file = files2;
    for (const [, count2, face3, bang] of row.matchAll(/(\d+)|(\+?[A-Za-z])(!?)/g)) {
      if (count2) file -= Number(count2);
      if (!face3) continue;
      const square = `${file}${String.fromCharCode(97 + rank)}`;
      board.set(square, { color: colorOf(face3), kind: face3.toUpperCase(), marked: bang === "!" });
      file -= 1;
    }
  });
  return board;
}
function hand(sfen, color) {
  const held = /* @__PURE__ */ new Map();
  for (const [, count2, face3] of fields(sfen).hands.matchAll(/(\d*)(\+?[A-Za-z])/g)) {
    if (!face3 || colorOf(face3) !== color) continue;
    const kind = face3.toUpperCase();
    held.set(kind, (held.get(kind) ?? 0) + (count2 ? Number(count2) : 1));
  }
  return held;
}
var men = (sfen, color) => [...fields(sfen).board].filter((letter3) => /[a-z]/i.test(letter3) && colorOf(letter3) === color).length;

// src/content/pieces.ts
var face = (en, ja, kanji) => ({ name: { en, ja }, kanji });
var pieceNames = { hasami: { p: face("Man", "駒", "") }, yari: { k: face("General", "玉将", "玉"), r: face("Yari Rook", "香飛", "香飛"), b: face("Yari Bishop", "香角", "香角"), n: face("Yari Knight", "香桂", "香桂"), p: face("Pawn", "歩", "歩"), pr: face("Rook", "飛車", "飛"), pb: face("Yari Gold (Bishop)", "香金（香角）", "香金"), pn: face("Yari Gold (Knight)", "香金（香桂）", "香金"), pp: face("Yari Silver", "香銀", "香銀") }, hajiku: { k: face("King", "玉将", "玉"), g: face("Gold", "金将", "金"), s: face("Silver", "銀将", "銀"), c: face("Copper", "銅将", "銅"), f: face("Leopard", "猛豹", "豹"), p: face("Pawn", "歩", "歩"), pg: face("Rook", "飛車", "飛"), ps: face("Vertical Mover", "竪行", "竪"), pc: face("Side Mover", "横行", "横"), pf: face("Bishop", "角行", "角"), pp: face("Tokin", "と金", "と") }, shogi: { k: face("King", "玉将", "玉"), r: face("Rook", "飛車", "飛"), b: face("Bishop", "角行", "角"), g: face("Gold", "金将", "金"), s: face("Silver", "銀将", "銀"), n: face("Knight", "桂馬", "桂"), l: face("Lance", "香車", "香"), p: face("Pawn", "歩", "歩"), pr: face("Dragon", "竜王", "竜"), pb: face("Horse", "竜馬", "馬"), ps: face("Promoted Silver", "成銀", "成銀"), pn: face("Promoted Knight", "成桂", "成桂"), pl: face("Promoted Lance", "成香", "成香"), pp: face("Tokin", "と金", "と") } };

// src/i18n.ts
var table = {};
var current = "en";
var lang = () => current;
async function speak(lang2) {
  const response = await fetch(`words/${lang2}.json`);
  if (!response.ok) return;
  table = await response.json();
  current = lang2;
}
var fill = (text, args) => text.replace(/\{(\w+)\}/g, (whole, name) => String(args[name] ?? whole));
function t(key, args = {}) {
  const text = table[key];
  return text === void 0 ? key.slice(key.indexOf(".") + 1) : fill(text, args);
}
function sayError(error) {
  const text = table[`error.${error.code}`];
  if (text === void 0) return error.message;
  const args = { ...error.args };
  for (const name of ["color", "winner"]) if (args[name]) args[name] = table[`color.${args[name]}`] ?? args[name];
  return fill(text, args);
}

// src/model/settings.ts
var NOTATIONS = ["western", "numeric", "japanese", "usi"];
var SETS = { hasami: ["wedge", "disc"], yari: ["kanji", "western"], hajiku: ["kanji", "western"], shogi: ["kanji", "western"] };
var KEY2 = "kawari.settings";
var familyOf = (game) => game === "yari" || game === "hajiku" ? game : game === "shogi" || game === "minishogi" ? "shogi" : "hasami";
function localDefaults(lang2) {
  const japanese2 = lang2 === "ja";
  const set = japanese2 ? "kanji" : "western";
  return { coordinates: japanese2 ? "japanese" : "engine", notation: japanese2 ? "japanese" : "western", sets: { hasami: japanese2 ? "wedge" : "disc", yari: set, hajiku: set, shogi: "kanji" } };
}
var browserLang = () => navigator.language.startsWith("ja") ? "ja" : "en";
function defaults() {
  const lang2 = browserLang();
  return { ...localDefaults(lang2), lang: lang2, chosen: [], theme: "auto", sound: true, animation: !matchMedia("(prefers-reduced-motion: reduce)").matches, showDests: true, arrows: true, bar: true, lines: 3, threads: 1, hash: 64, reportTime: 200, engineTime: 2e3 };
}
function differences(one, other2) {
  const families = Object.keys(SETS);
  return [...["coordinates", "notation"].filter((key) => one[key] !== other2[key]), ...families.filter((family) => one.sets[family] !== other2.sets[family]).map((family) => `sets.${family}`)];
}
function localised(settings) {
  const { chosen } = settings;
  const local = localDefaults(settings.lang);
  const sets = { ...local.sets };
  for (const family of Object.keys(SETS)) if (chosen.includes(`sets.${family}`)) sets[family] = settings.sets[family];
  return { ...settings, coordinates: chosen.includes("coordinates") ? settings.coordinates : local.coordinates, notation: chosen.includes("notation") ? settings.notation : local.notation, sets };
}
function changed(settings, change) {
  const next = { ...settings, ...change };
  const chosen = /* @__PURE__ */ new Set([...settings.chosen, ...differences(settings, next)]);
  return localised({ ...next, chosen: [...chosen] });
}
function loadSettings() {
  const base = defaults();
  try {
    const kept2 = JSON.parse(localStorage.getItem(KEY2) ?? "{}");
    const settings = { ...base, ...kept2, sets: { ...base.sets, ...kept2.sets } };
    const chosen = Array.isArray(kept2.chosen) ? kept2.chosen : differences(settings, localDefaults(browserLang()));
    return localised({ ...settings, chosen });
  } catch {
    return base;
  }
}
function saveSettings(settings) {
  localStorage.setItem(KEY2, JSON.stringify(settings));
}

// src/describe.ts
var roleOf = (kind) => kind.toLowerCase().replace("+", "p");
var kindOf = (role) => (role.length > 1 ? `+${role.slice(1)}` : role).toUpperCase();
var pieceName = (game, kind, language = lang()) => pieceNames[familyOf(game.name)][roleOf(kind)]?.name[language] ?? kind;
var kanjiOf = (game, kind) => pieceNames[familyOf(game.name)][roleOf(kind)]?.kanji ?? kind;
var colorName = (color) => t(`color.${color}`);
var mark = (color) => color === "black" ? "☗" : "☖";
var WIDE = "０１２３４５６７８９";
var KANJI = "〇一二三四五六七八九";
var rankNumber = (square) => square.charCodeAt(1) - 96;
var numeric = (square) => `${square[0]}${rankNumber(square)}`;
var japaneseSquare = (square) => `${WIDE[Number(square[0])]}${KANJI[rankNumber(square)]}`;
var squareName = (square) => lang() === "ja" ? japaneseSquare(square) : square;
var target = (usi) => usi[1] === "*" ? usi.slice(2, 4) : usi.startsWith("+") ? usi.slice(3, 5) : usi.slice(2, 4);
var RECORD = /^(\+?[A-Z]+)([1-9][a-i])?([-x*])(!?)([1-9][a-i])([+=]?)$/;
function japanese(move3, game, before2) {
  const [, letters, from, how, counterflip, to, turn] = RECORD.exec(move3.record) ?? [];
  if (!letters || !to) return japaneseHasami(move3.record);
  const kind = game.pieces.find((piece) => piece.written === letters)?.kind ?? letters;
  const kanji = kanjiOf(game, kind);
  const square = before2 && target(before2.usi) === to ? "同" : japaneseSquare(to);
  if (how === "*") return `${square}${kanji}打`;
  const flips = game.pieces.some((piece) => piece.turn === "flip");
  const turned = turn === "+" ? flips ? "反" : "成" : turn === "=" ? "不成" : "";
  return `${square}${kanji}${turned}${from ? `(${numeric(from)})` : ""}${counterflip ? "返" : ""}`;
}
function japaneseHasami(record) {
  const [from, to, ...fallen2] = [...record.matchAll(/[1-9][a-i]/g)].map(([square]) => square);
  if (!from || !to) return record;
  return `${japaneseSquare(to)}(${numeric(from)})${fallen2.length ? ` 取${fallen2.map(japaneseSquare).join("・")}` : ""}`;
}
function notate(move3, game, notation, before2) {
  switch (notation) {
    case "usi":
      return move3.usi;
    case "japanese":
      return japanese(move3, game, before2);
    case "numeric":
      return move3.record.replace(/[1-9][a-i]/g, numeric);
    case "western":
      return move3.record;
  }
}
function describeMove(game, move3, color) {
  const to = squareName(move3.to);
  const piece = pieceName(game, move3.drop ?? move3.piece);
  const base = move3.drop ? t("say.drop", { color: colorName(color), piece, to }) : t("say.move", { color: colorName(color), piece, from: squareName(move3.from ?? ""), to });
  const parts = [base];
  if (move3.captures.length === 1 && game.family === "drop") parts.push(t("say.takes", { piece: pieceName(game, move3.captures[0]?.piece ?? "P") }));
  else if (move3.captures.length) parts.push(t("say.falls", { count: move3.captures.length, squares: move3.captures.map((captured) => squareName(captured.square)).join(", ") }));
  if (move3.turn) parts.push(t("say.becomes", { piece: pieceName(game, move3.becomes) }));
  if (move3.counterFlip) parts.push(t("say.counterflip", { piece: pieceName(game, move3.captures[0]?.hand ?? "P") }));
  return `${parts.join(lang() === "ja" ? "、" : ", ")}${lang() === "ja" ? "。" : "."}`;
}
var MANY = 20;
function describePicked(game, sfen, held, squares) {
  const isSquare = /^[1-9]/.test(held);
  const kind = isSquare ? placed(sfen, game.files).get(held)?.kind ?? "P" : kindOf(held);
  const targets = squares.length >= MANY ? t("said.picked.many", { count: squares.length }) : squares.map(squareName).join(lang() === "ja" ? "、" : ", ");
  const key = `said.picked${isSquare ? "" : ".hand"}${squares.length ? "" : ".none"}`;
  return t(key, { piece: pieceName(game, kind), square: isSquare ? squareName(held) : "", targets });
}
var describeReason = (reason) => t(`reason.${reason}`);
function endReason({ winner, reason }, sfen) {
  if (!winner) return t(`end.${reason}`);
  const loser = winner === "black" ? "white" : "black";
  const args = { winner: colorName(winner), loser: colorName(loser) };
  const left = men(sfen, loser);
  switch (reason) {
    case "men-captured":
      return t(`end.${reason}.${left === 0 ? "none" : left === 1 ? "one" : "some"}`, { ...args, count: left });
    case "lead":
      return t("end.lead", { ...args, count: men(sfen, winner) - left });
    case "repetition":
    case "impasse":
      return t(`end.${reason}.won`, args);
    default:
      return t(`end.${reason}`, args);
  }
}
var resultText = (winner) => winner ? t("result.win", { color: colorName(winner) }) : t("result.draw");
function describeEnd(end3, sfen, person) {
  const personal = end3.winner === person ? "result.won" : "result.lost";
  const result = end3.winner && person ? t(personal) : resultText(end3.winner);
  return t("result.line", { result, reason: endReason(end3, sfen) });
}

// src/model/tree.ts
var Tree = class {
  root;
  nodes = /* @__PURE__ */ new Map();
  next = 0;
  constructor(start5) {
    this.root = this.make(null, null, start5);
  }
  make(parent, move3, placed3) {
    const node = { id: this.next++, parent, ply: parent ? parent.ply + 1 : 0, move: move3, sfen: placed3.sfen, turn: placed3.turn, check: placed3.check, outcome: placed3.outcome, children: [], comment: "", judgement: null, clock: null, position: placed3.position ?? null };
    this.nodes.set(node.id, node);
    return node;
  }
  add(parent, move3, placed3) {
    const known = parent.children.find((child2) => child2.move?.usi === move3.usi);
    if (known) {
      known.position ??= placed3.position ?? null;
      return known;
    }
    const child = this.make(parent, move3, placed3);
    parent.children.push(child);
    return child;
  }
  byId(id) {
    return this.nodes.get(id);
  }
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings2 = at.parent.children;
      siblings2.splice(siblings2.indexOf(at), 1);
      siblings2.unshift(at);
    }
  }
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    const forget = (gone) => {
      this.nodes.delete(gone.id);
      gone.children.forEach(forget);
    };
    forget(node);
  }
  get size() {
    return this.nodes.size;
  }
};
function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}
var movesTo = (node) => pathTo(node).flatMap((at) => at.move?.usi ?? []);
function endOf(node) {
  let at = node;
  for (let child = at.children[0]; child; child = at.children[0]) at = child;
  return at;
}
var mainLine = (tree) => pathTo(endOf(tree.root));
var isMainLine = (node) => node.parent === null || node.parent.children[0] === node && isMainLine(node.parent);

// src/model/record.ts
var written = (node, variations) => ({ usi: node.move?.usi ?? "", comment: [node.judgement?.glyph, node.comment].filter(Boolean).join(" ") || null, variations: variations.map((node2) => lineFrom(node2)) });
function lineFrom(first, last) {
  const line2 = [written(first, [])];
  for (let at = first; ; ) {
    const [next, ...rest] = at === last ? [] : at.children;
    if (!next) return line2;
    line2.push(written(next, rest));
    at = next;
  }
}
function recordMoves(tree, last) {
  const [first, ...rest] = tree.root === last ? [] : tree.root.children;
  if (!first) return [];
  const line2 = lineFrom(first, last);
  if (line2[0]) line2[0].variations = rest.map((node) => lineFrom(node));
  return line2;
}
async function treeOfRecord(record) {
  const base = { game: record.game, ...record.start ? { start: record.start } : {} };
  const opened = await api.position(base);
  const tree = new Tree({ ...opened, position: opened });
  tree.root.comment = record.comment ?? "";
  await addLine(tree, tree.root, record.moves, base);
  return tree;
}
async function addLine(tree, from, line2, base) {
  const before2 = pathTo(from).flatMap((at2) => at2.move?.usi ?? []);
  const { steps: steps2 } = await api.line({ ...base, moves: [...before2, ...line2.map((move3) => move3.usi)] });
  const nodes = [];
  let at = from;
  for (const [index2, move3] of line2.entries()) {
    const step2 = steps2[before2.length + index2 + 1];
    if (!step2?.move) break;
    nodes.push(at);
    at = tree.add(at, step2.move, step2);
    if (move3.comment) at.comment = move3.comment;
  }
  for (const [index2, move3] of line2.entries()) for (const variation2 of move3.variations ?? []) {
    const parent = nodes[index2];
    if (parent && variation2.length) await addLine(tree, parent, variation2, base);
  }
}
function shareFragment(game, start5, node, end3) {
  const words2 = new URLSearchParams({ game });
  if (start5) words2.set("start", start5);
  const moves = pathTo(end3).flatMap((at) => at.move?.usi ?? []);
  if (moves.length) words2.set("moves", moves.join("."));
  if (node !== end3) words2.set("ply", String(node.ply));
  return words2.toString();
}
function readFragment(words2) {
  const game = words2.get("game");
  if (!game) return null;
  const ply = words2.get("ply");
  return { game, start: words2.get("start"), moves: (words2.get("moves") ?? "").split(".").filter(Boolean), ply: ply && /^\d+$/.test(ply) ? Number(ply) : null };
}

// src/play/editor.ts
var UNREADABLE = /^sfen\/(field-count|rank-count|rank-length|piece|side|hand|move-number)$/;
var letter = (rank) => String.fromCharCode(97 + rank);
var Editor = class {
  game;
  pieces = /* @__PURE__ */ new Map();
  hands = { black: /* @__PURE__ */ new Map(), white: /* @__PURE__ */ new Map() };
  turn = "black";
  tool = "move";
  lifted = null;
  refusal = null;
  accepted = null;
  page;
  asked = 0;
  constructor(page, sfen) {
    this.page = page;
    this.game = page.game;
    this.read(sfen);
  }
  read(sfen) {
    this.pieces = placed(sfen, this.game.files);
    this.hands = { black: hand(sfen, "black"), white: hand(sfen, "white") };
    this.turn = fields(sfen).turn;
    this.changed();
  }
  async readTyped(sfen) {
    const asked = ++this.asked;
    try {
      await api.sfen(this.game.name, sfen);
    } catch (error) {
      if (asked !== this.asked) return;
      if (!(error instanceof ApiError) || UNREADABLE.test(error.code)) {
        this.accepted = null;
        this.refusal = error instanceof ApiError ? sayError(error) : String(error);
        this.page.redraw();
        return;
      }
    }
    if (asked === this.asked) this.read(sfen);
  }
  get sfen() {
    const rows2 = [];
    for (let rank = 0; rank < this.game.ranks; rank++) {
      let row = "";
      let empty = 0;
      for (let file = this.game.files; file >= 1; file--) {
        const piece = this.pieces.get(`${file}${letter(rank)}`);
        if (!piece) {
          empty++;
          continue;
        }
        row += `${empty || ""}${face2(piece.color, piece.kind)}${piece.marked ? "!" : ""}`;
        empty = 0;
      }
      rows2.push(row + (empty || ""));
    }
    return `${rows2.join("/")} ${this.turn === "black" ? "b" : "w"} ${this.handsText()} 1`;
  }
  handsText() {
    const side = (color) => this.game.hand.map((kind) => {
      const count2 = this.hands[color].get(kind) ?? 0;
      return count2 ? `${count2 > 1 ? count2 : ""}${face2(color, kind)}` : "";
    }).join("");
    return side("black") + side("white") || "-";
  }
  press(square) {
    const piece = this.pieces.get(square);
    const { tool } = this;
    if (tool === "move") return this.lift(square);
    if (tool === "remove") this.pieces.delete(square);
    else if (tool === "mark") {
      if (piece) this.pieces.set(square, { ...piece, marked: !piece.marked });
    } else if (piece?.color === tool.put.color && piece.kind === tool.put.kind) this.pieces.delete(square);
    else this.pieces.set(square, { ...tool.put, marked: false });
    this.changed();
  }
  lift(square) {
    if (!this.lifted) this.lifted = this.pieces.has(square) ? square : null;
    else {
      if (this.lifted !== square) this.move(this.lifted, square);
      this.lifted = null;
    }
    this.page.redraw();
  }
  move(from, to) {
    const piece = this.pieces.get(from);
    if (!piece) return;
    this.pieces.delete(from);
    this.pieces.set(to, piece);
    this.changed();
  }
  take(pieces, hands2) {
    const before2 = this.pieces;
    this.pieces = /* @__PURE__ */ new Map();
    for (const [square, { color, role }] of pieces) {
      const piece = { color: color === "sente" ? "black" : "white", kind: kindOf(role) };
      const old = before2.get(square);
      const marked = old?.marked === true && old.color === piece.color && old.kind === piece.kind;
      this.pieces.set(square, { ...piece, marked });
    }
    for (const color of ["black", "white"]) this.hands[color] = new Map([...hands2.get(color === "black" ? "sente" : "gote") ?? []].map(([role, count2]) => [kindOf(role), count2]));
    this.changed();
  }
  hold(color, kind, by) {
    const count2 = Math.max(0, (this.hands[color].get(kind) ?? 0) + by);
    this.hands[color].set(kind, count2);
    this.changed();
  }
  setTurn(turn) {
    this.turn = turn;
    this.changed();
  }
  choose(tool) {
    this.tool = tool;
    this.lifted = null;
    this.page.redraw();
  }
  clear() {
    for (const [square, piece] of this.pieces) if (!this.game.pieces.find((one) => one.kind === piece.kind)?.royal) this.pieces.delete(square);
    this.hands = { black: /* @__PURE__ */ new Map(), white: /* @__PURE__ */ new Map() };
    this.changed();
  }
  changed() {
    void this.judge(++this.asked);
    this.page.redraw();
  }
  async judge(asked) {
    let accepted = null;
    let refusal = null;
    try {
      accepted = await api.sfen(this.game.name, this.sfen);
    } catch (error) {
      refusal = error instanceof ApiError ? sayError(error) : String(error);
    }
    if (asked !== this.asked) return;
    this.accepted = accepted;
    this.refusal = refusal;
    this.page.redraw();
  }
};
var face2 = (color, kind) => color === "black" ? kind : kind.toLowerCase();

// src/model/store.ts
var KEY3 = "kawari.game";
function keepNode(node) {
  const kept2 = { move: node.move, sfen: node.sfen, turn: node.turn, check: node.check, outcome: node.outcome, children: node.children.map(keepNode) };
  if (node.comment) kept2.comment = node.comment;
  if (node.judgement) kept2.judgement = node.judgement;
  if (node.clock) kept2.clock = node.clock;
  return kept2;
}
function fill2(node, kept2, tree) {
  node.comment = kept2.comment ?? "";
  node.judgement = kept2.judgement ?? null;
  node.clock = kept2.clock ?? null;
  for (const child of kept2.children) if (child.move) fill2(tree.add(node, child.move, placed2(child)), child, tree);
}
var placed2 = (kept2) => ({ sfen: kept2.sfen, turn: kept2.turn, check: kept2.check, outcome: kept2.outcome });
var treeOf = (kept2) => {
  const tree = new Tree(placed2(kept2.root));
  fill2(tree.root, kept2.root, tree);
  return tree;
};
var stepsTo = (node) => pathTo(node).flatMap((at) => at.parent ? [at.parent.children.indexOf(at)] : []);
function nodeAt(tree, steps2) {
  let node = tree.root;
  for (const step2 of steps2) node = node.children[step2] ?? node;
  return node;
}
function keep(state2, tree, shown3, live) {
  const kept2 = { version: 1, ...state2, root: keepNode(tree.root), shown: stepsTo(shown3), live: stepsTo(live) };
  const text = JSON.stringify(kept2);
  try {
    sessionStorage.setItem(KEY3, text);
    localStorage.setItem(KEY3, text);
  } catch {
  }
}
function kept() {
  try {
    const text = sessionStorage.getItem(KEY3) ?? localStorage.getItem(KEY3);
    const found2 = text ? JSON.parse(text) : null;
    return found2?.version === 1 ? found2 : null;
  } catch {
    return null;
  }
}

// src/play/clock.ts
var other = (color) => color === "black" ? "white" : "black";
var index = (color) => color === "black" ? 0 : 1;
var Clock = class _Clock {
  controls;
  remaining;
  since = 0;
  running = null;
  constructor(state2) {
    this.controls = state2.controls;
    this.remaining = [...state2.remaining];
  }
  static fresh(black, white) {
    return new _Clock({ controls: [black, white], remaining: [black.base, white.base] });
  }
  get state() {
    return { controls: this.controls, remaining: this.times() };
  }
  start(color) {
    this.running = color;
    this.since = performance.now();
  }
  pause() {
    if (this.running) this.remaining[index(this.running)] = Math.max(0, this.main(this.running));
    this.running = null;
  }
  press(color) {
    if (this.running !== color) return true;
    const { increment } = this.controls[index(color)];
    const inTime = this.left(color) > 0;
    this.remaining[index(color)] = Math.max(0, this.main(color)) + increment;
    this.running = null;
    return inTime;
  }
  main(color) {
    const used = this.running === color ? performance.now() - this.since : 0;
    return this.remaining[index(color)] - used;
  }
  inByoyomi(color) {
    return this.main(color) <= 0 && this.controls[index(color)].byoyomi > 0;
  }
  left(color) {
    return this.main(color) + this.controls[index(color)].byoyomi;
  }
  shown(color) {
    return Math.max(0, this.inByoyomi(color) ? this.left(color) : this.main(color));
  }
  times() {
    return [Math.max(0, this.main("black")), Math.max(0, this.main("white"))];
  }
  set(times2) {
    this.remaining = [...times2];
    if (this.running) this.since = performance.now();
  }
  limits() {
    const [black, white] = this.controls;
    const [blackLeft, whiteLeft] = this.times();
    const main = (left, byoyomi) => byoyomi ? Math.round(left) : spare(left);
    return { clock: { remaining: [main(blackLeft, black.byoyomi), main(whiteLeft, white.byoyomi)], increment: [black.increment, white.increment], byoyomi: [spare(black.byoyomi), spare(white.byoyomi)] } };
  }
};
var spare = (ms) => Math.max(0, Math.round(ms - Math.min(250, 50 + ms / 20)));
function clockText(ms) {
  if (ms < 1e4) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1e3);
  const two = (value) => String(value).padStart(2, "0");
  const [h2, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h2 ? `${h2}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// src/play/match.ts
var PACE = 500;
var Match = class {
  setup;
  players;
  clock;
  live;
  end = null;
  paused = false;
  seen = null;
  host;
  search = null;
  flag = 0;
  seed = Math.floor(Math.random() * 2 ** 32);
  constructor(host, setup, live, clock2) {
    this.host = host;
    this.setup = setup;
    this.players = { ...setup.players };
    this.live = live;
    this.clock = clock2 ?? (setup.time ? Clock.fresh(setup.time.black, setup.time.white) : null);
  }
  get running() {
    return this.end === null;
  }
  get turn() {
    return this.live.turn;
  }
  get thinking() {
    return this.search !== null;
  }
  playerToMove() {
    return this.players[this.turn];
  }
  awaitsPerson() {
    return this.running && !this.paused && this.playerToMove().kind === "human";
  }
  hasEngine() {
    return this.engineColor() !== null;
  }
  engineColor() {
    if (this.players.white.kind === "engine") return "white";
    return this.players.black.kind === "engine" ? "black" : null;
  }
  bothEngines() {
    return this.players.white.kind === "engine" && this.players.black.kind === "engine";
  }
  personColor() {
    const engine = this.bothEngines() ? null : this.engineColor();
    return engine ? other(engine) : null;
  }
  go() {
    this.halt();
    if (!this.running || this.paused) return;
    if (this.live.outcome) return this.finish(endBy(this.live.outcome));
    if (this.clock) {
      this.clock.start(this.turn);
      this.watch();
    }
    if (this.playerToMove().kind === "engine") void this.think();
    this.host.redraw();
  }
  async played(move3) {
    if (!this.awaitsPerson()) return;
    await this.move(move3);
  }
  async move(move3, best) {
    const color = this.turn;
    if (this.clock && !this.clock.press(color)) return this.finish({ winner: other(color), reason: "time" });
    clearTimeout(this.flag);
    const from = this.live;
    const node = await this.host.advance(from, move3, best);
    if (this.live !== from || !this.running) return;
    if (this.clock) node.clock = this.clock.times();
    this.live = node;
    this.go();
  }
  async think() {
    const player = this.playerToMove();
    if (player.kind !== "engine") return;
    const search = new AbortController();
    this.search = search;
    const began = performance.now();
    const color = this.turn;
    let best = null;
    const request = { ...this.host.lineTo(this.live), ...this.host.engineOptions(), level: player.level, seed: this.seed, ...this.limits(player.level) };
    try {
      await api.search(request, (line2) => {
        if (line2.type === "info") this.seen = { color, info: line2 };
        else if (line2.type === "bestmove") best = line2;
        if (best && !this.bothEngines()) void this.answer(search, color, best);
      }, search.signal);
      if (!best) return;
      if (this.bothEngines() && !this.clock) await pause(PACE - (performance.now() - began));
      await this.answer(search, color, best);
    } catch (error) {
      if (this.search === search) this.search = null;
      if (isAbort(error) || search.signal.aborted) return;
      this.pause();
      this.host.failed(error);
    }
  }
  limits(level) {
    if (this.clock) return { limits: this.clock.limits() };
    return level < 8 ? {} : { limits: { movetime: this.host.engineTime() } };
  }
  async answer(search, color, best) {
    if (this.search !== search || search.signal.aborted) return;
    this.search = null;
    if (best.move) return this.move(best.move, best);
    if (best.outcome) return this.finish(endBy(best.outcome));
    const winner = best.answer === "win" ? color : other(color);
    this.finish({ winner, reason: best.answer === "win" ? "declaration" : "resignation" });
  }
  watch() {
    clearTimeout(this.flag);
    if (!this.clock?.running) return;
    const color = this.clock.running;
    const left = this.clock.left(color);
    if (left <= 0) return this.finish({ winner: other(color), reason: "time" });
    this.flag = window.setTimeout(() => this.watch(), Math.min(left + 1, 1e3));
  }
  halt() {
    clearTimeout(this.flag);
    this.search?.abort();
    this.search = null;
    this.clock?.pause();
  }
  pause() {
    this.halt();
    this.paused = true;
    this.host.redraw();
  }
  resume() {
    this.paused = false;
    this.go();
  }
  finish(end3) {
    if (!this.running) return;
    this.halt();
    this.end = end3;
    this.host.ended(end3);
  }
  resign() {
    const engine = this.engineColor();
    const loser = engine && !this.bothEngines() ? other(engine) : this.turn;
    this.finish({ winner: other(loser), reason: "resignation" });
  }
  takeBackTarget() {
    const path = pathTo(this.live);
    for (let at = path.length - 2; at >= 0; at--) {
      const node = path[at];
      if (node && (this.players[node.turn].kind === "human" || this.bothEngines())) return node;
    }
    return null;
  }
  goBack(node) {
    this.halt();
    this.end = null;
    this.live = node;
    this.seen = null;
    if (this.clock && node.clock) this.clock.set(node.clock);
    else if (this.clock && this.setup.time && !node.parent) this.clock.set([this.setup.time.black.base, this.setup.time.white.base]);
    if (this.bothEngines()) this.paused = true;
    this.go();
  }
  swapSides() {
    const { black, white } = this.players;
    this.setPlayers({ black: white, white: black });
  }
  setPlayers(players) {
    this.halt();
    this.players.black = players.black;
    this.players.white = players.white;
    this.go();
  }
};
var endBy = (outcome) => ({ winner: outcome.winner, reason: outcome.reason });
var pause = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

// src/play/opening.ts
var PEOPLE = { black: { kind: "human" }, white: { kind: "human" } };
function newMatch(ctrl2, setup, live, clock2) {
  const host = { advance: (from, move3, best) => ctrl2.advance(from, move3, best), lineTo: (node) => ctrl2.lineTo(node), ended: (end3) => ctrl2.ended(end3), failed: (error) => ctrl2.failed(error), redraw: () => ctrl2.redraw(), engineTime: () => ctrl2.settings.engineTime, engineOptions: () => ({ hash: ctrl2.settings.hash, threads: ctrl2.settings.threads }) };
  return new Match(host, setup, live, clock2);
}
async function open(ctrl2, setup, isMatch = true) {
  const line2 = { game: setup.game, ...setup.start ? { start: setup.start } : {} };
  const position = await api.position(line2);
  const tree = new Tree({ ...position, position });
  ctrl2.show(setup.game, setup.start, tree, tree.root);
  if (isMatch) ctrl2.match = newMatch(ctrl2, setup, tree.root);
  const { black, white } = setup.players;
  const alone = isMatch && black.kind === "engine" && white.kind === "human";
  ctrl2.orientation = alone ? "white" : "black";
  ctrl2.say(t("said.start", { game: ctrl2.game.title[lang()] }));
  ctrl2.changed();
  ctrl2.match?.go();
}
function playFrom(ctrl2, node, players) {
  const time = ctrl2.match?.setup.time ?? null;
  ctrl2.match?.halt();
  ctrl2.tree.promote(node);
  ctrl2.match = newMatch(ctrl2, { game: ctrl2.game.name, start: ctrl2.start, players, time }, node);
  ctrl2.jump(node);
  ctrl2.changed();
  ctrl2.match.go();
}
function restore(ctrl2, kept2) {
  const tree = treeOf(kept2);
  ctrl2.show(kept2.setup.game, kept2.setup.start, tree, nodeAt(tree, kept2.shown));
  ctrl2.orientation = kept2.orientation;
  if (!kept2.match) return;
  const clock2 = kept2.clock ? new Clock(kept2.clock) : void 0;
  const match = newMatch(ctrl2, kept2.setup, nodeAt(tree, kept2.live), clock2);
  match.end = kept2.end;
  match.paused = match.clock !== null || match.bothEngines();
  ctrl2.match = match;
  match.go();
}
function keepGame(ctrl2) {
  const { match, start: start5 } = ctrl2;
  const setup = match ? { ...match.setup, start: start5, players: match.players } : { game: ctrl2.game.name, start: start5, players: PEOPLE, time: null };
  const state2 = { setup, match: match !== null, end: match?.end ?? null, clock: match?.clock?.state ?? null, orientation: ctrl2.orientation };
  keep(state2, ctrl2.tree, ctrl2.node, match?.live ?? ctrl2.node);
}

// src/actions.ts
var HINT_TIME = 800;
async function welcome(ctrl2) {
  await put(ctrl2, { game: ctrl2.game.name, start: null, players: PEOPLE, time: null }, false);
  ctrl2.openDialog("new");
}
function begin(ctrl2, setup) {
  ctrl2.unlessPlaying(() => void put(ctrl2, setup));
}
function openBoard(ctrl2, game, start5 = null) {
  ctrl2.unlessPlaying(() => void put(ctrl2, { game, start: start5, players: PEOPLE, time: null }, false));
}
async function put(ctrl2, setup, isMatch = true) {
  try {
    await open(ctrl2, setup, isMatch);
  } catch (error) {
    ctrl2.failed(error);
  }
}
function playHere(ctrl2) {
  playFrom(ctrl2, ctrl2.node, ctrl2.match?.players ?? ctrl2.draft.players);
}
async function askHint(ctrl2) {
  const { node } = ctrl2;
  if (!ctrl2.position?.moves.length || ctrl2.asking) return;
  ctrl2.asking = true;
  ctrl2.redraw();
  try {
    await api.search({ ...ctrl2.lineTo(node), limits: { movetime: HINT_TIME } }, (line2) => {
      if (line2.type !== "bestmove" || ctrl2.node !== node || !line2.move) return;
      ctrl2.hint = line2.move;
      ctrl2.say(t("said.hint", { move: describeMove(ctrl2.game, line2.move, node.turn) }));
    }, new AbortController().signal);
  } catch (error) {
    ctrl2.failed(error);
  }
  ctrl2.asking = false;
  ctrl2.redraw();
}
async function offerDraw(ctrl2) {
  ctrl2.askDraw(false);
  const { match } = ctrl2;
  if (!match?.running) return;
  const engine = match.engineColor();
  if (!engine) return match.finish({ winner: null, reason: "agreement" });
  const player = match.players[engine];
  const { live } = match;
  ctrl2.asking = true;
  ctrl2.redraw();
  try {
    const answer = await api.draw(ctrl2.lineTo(live), engine, player.kind === "engine" ? player.level : 8);
    const same = match.live === live && match.running && match.players[engine] === player;
    if (same && answer.accepts) match.finish({ winner: null, reason: "agreement" });
    else if (same) ctrl2.tell(t("draw.declined"));
  } catch (error) {
    ctrl2.failed(error);
  }
  ctrl2.asking = false;
  ctrl2.redraw();
}
function runReport(ctrl2) {
  void ctrl2.report.run(mainLine(ctrl2.tree));
  ctrl2.redraw();
}
function edit(ctrl2) {
  if (ctrl2.editor) return closeEditor(ctrl2);
  if (ctrl2.match?.running) ctrl2.match.pause();
  ctrl2.analysis.stop();
  ctrl2.choice = null;
  ctrl2.editor = new Editor(ctrl2, ctrl2.node.sfen);
  ctrl2.redraw();
}
function editGame(ctrl2, name) {
  const game = ctrl2.gameNamed(name);
  ctrl2.editor = new Editor({ game, redraw: () => ctrl2.redraw() }, game.start);
  ctrl2.redraw();
}
function closeEditor(ctrl2) {
  ctrl2.editor = null;
  ctrl2.jump(ctrl2.node);
}
function leaveEditor(ctrl2) {
  const position = ctrl2.editor?.accepted;
  if (position) openBoard(ctrl2, position.game, position.sfen);
}
function playEdited(ctrl2) {
  const position = ctrl2.editor?.accepted;
  if (!position) return;
  ctrl2.unlessPlaying(async () => {
    await put(ctrl2, { game: position.game, start: position.sfen, players: PEOPLE, time: null }, false);
    ctrl2.draft = { ...ctrl2.draft, game: ctrl2.game.name, start: ctrl2.start ? "here" : "start" };
    ctrl2.openDialog("new");
  });
}
async function share(ctrl2) {
  const fragment2 = shareFragment(ctrl2.game.name, ctrl2.start, ctrl2.node, ctrl2.endOfLine(ctrl2.node));
  await copy(ctrl2, `${location.origin}/#${fragment2}`);
}
async function copy(ctrl2, text) {
  try {
    await navigator.clipboard.writeText(text);
    ctrl2.tell(t("copied"));
  } catch {
    ctrl2.tell(text);
  }
}

// src/play/analysis.ts
var CALM = 120;
var Analysis = class {
  on = false;
  node = null;
  infos = [];
  host;
  search = null;
  drawn = 0;
  constructor(host) {
    this.host = host;
  }
  get running() {
    return this.search !== null;
  }
  toggle(node) {
    this.on = !this.on;
    if (this.on) this.follow(node);
    else this.stop();
    this.host.redraw();
  }
  restart(node) {
    this.node = null;
    this.follow(node);
  }
  follow(node) {
    if (!this.on || this.node === node) return;
    this.stop();
    this.node = node;
    if (node.outcome && !node.position?.moves.length) return;
    void this.run(node);
  }
  async run(node) {
    const search = new AbortController();
    this.search = search;
    const { lines, threads, hash } = this.host.settings;
    try {
      await api.search({ ...this.host.lineTo(node), limits: { infinite: true }, multipv: lines, threads, hash }, (line2) => {
        if (line2.type === "info" && this.search === search) this.hear(line2);
      }, search.signal);
    } catch (error) {
      if (!isAbort(error) && this.search === search) {
        this.on = false;
        this.host.failed(error);
      }
    }
    if (this.search === search) this.search = null;
    this.host.redraw();
  }
  hear(info) {
    if (info.bound !== "exact" && this.infos[info.multipv - 1]) return;
    this.infos[info.multipv - 1] = info;
    const now = performance.now();
    if (now - this.drawn < CALM) {
      setTimeout(() => this.host.redraw(), CALM);
      return;
    }
    this.drawn = now;
    this.host.redraw();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    this.node = null;
    this.infos = [];
  }
};
function forBlack(score, node) {
  if (node.turn === "black") return score;
  return "cp" in score ? { cp: -score.cp } : { mate: -score.mate };
}
function chances(score) {
  if ("mate" in score) return score.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-3e-3 * score.cp)) - 1;
}
function scoreText(score) {
  if ("mate" in score) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  const value = (Math.abs(score.cp) / 100).toFixed(Math.abs(score.cp) >= 1e3 ? 1 : 2);
  return `${score.cp > 0 ? "+" : score.cp < 0 ? "−" : ""}${value}`;
}

// src/play/report.ts
var Report = class {
  progress = null;
  host;
  search = null;
  constructor(host) {
    this.host = host;
  }
  async run(line2) {
    const last = line2.at(-1);
    if (!last) return;
    this.stop();
    const search = new AbortController();
    this.search = search;
    this.progress = { done: 0, of: line2.length };
    const judged = [];
    const { reportTime, threads, hash } = this.host.settings;
    const request = { ...this.host.lineTo(last), limits: { movetime: reportTime }, threads, hash };
    try {
      await api.analyse(request, (item) => {
        if (item.type !== "position" || this.search !== search) return;
        judged[item.ply] = item;
        this.progress = { done: item.done, of: line2.length };
        line2.forEach((node, ply) => judge(node, judged[ply - 1], judged[ply]));
        this.host.redraw();
      }, search.signal);
    } catch (error) {
      if (!isAbort(error)) this.host.failed(error);
    }
    if (this.search === search) this.stop();
    this.host.changed();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    this.progress = null;
  }
};
function glyphFor(loss) {
  if (loss >= 0.6) return "??";
  if (loss >= 0.3) return "?";
  return loss >= 0.15 ? "?!" : null;
}
var scoreOf = (judged) => {
  if (judged.score) return judged.score;
  if (!judged.outcome) return null;
  const { winner } = judged.outcome;
  return winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 };
};
function judge(node, before2, after) {
  const score = after && scoreOf(after);
  if (!after || !score) return;
  const judgement = { score, depth: after.depth, best: null, glyph: null };
  node.judgement = judgement;
  const earlier = before2 && scoreOf(before2);
  if (!before2 || !earlier || !node.parent || before2.best?.usi === node.move?.usi) return;
  const sign2 = node.parent.turn === "black" ? 1 : -1;
  const loss = sign2 * (chances(earlier) - chances(score));
  node.judgement = { ...judgement, best: before2.best, glyph: glyphFor(loss) };
}

// src/play/records.ts
var Records = class {
  text = "";
  found = [];
  failures = [];
  format = null;
  written = null;
  ctrl;
  constructor(ctrl2) {
    this.ctrl = ctrl2;
  }
  async readFile(file) {
    if (!file) return;
    const limit = this.ctrl.games.limits.importBody;
    if (file.size > limit) return this.ctrl.tell(t("error.too-large", { limit }), "error");
    await this.read(await file.text());
  }
  async read(text) {
    if (!text.trim()) return;
    try {
      const { games, failures: failures2 } = await api.importText(text, this.ctrl.game.name);
      this.found = games;
      this.failures = failures2;
      const [only, second] = games;
      if (only && !second && !failures2.length) this.load(only);
      else this.ctrl.openDialog("records");
    } catch (error) {
      this.ctrl.failed(error);
    }
    this.ctrl.redraw();
  }
  load(record) {
    this.ctrl.unlessPlaying(() => void this.show(record));
  }
  async show(record) {
    try {
      const tree = await treeOfRecord(record);
      this.ctrl.show(record.game, record.start ?? null, tree, endOf(tree.root));
      this.ctrl.changed();
    } catch (error) {
      this.ctrl.failed(error);
    }
  }
  async write(format) {
    const { ctrl: ctrl2 } = this;
    this.format = format;
    const record = this.record();
    if (format === "sfen") record.moves = movesTo(ctrl2.node).map((usi) => ({ usi }));
    try {
      this.written = await api.exportRecord(format, record);
    } catch (error) {
      ctrl2.failed(error);
    }
    ctrl2.redraw();
  }
  record() {
    const { ctrl: ctrl2 } = this;
    const { match, tree } = ctrl2;
    const name = (color) => {
      const player = match?.players[color];
      if (!player) return null;
      return player.kind === "human" ? t("player.human") : t("player.level", { level: player.level });
    };
    const outcome = match ? match.end : endOf(tree.root).outcome;
    return { game: ctrl2.game.name, start: ctrl2.start, black: name("black"), white: name("white"), date: (/* @__PURE__ */ new Date()).toISOString().slice(0, 10), result: outcome ? outcome.winner ?? "draw" : null, reason: outcome?.reason.replaceAll("-", " ") ?? null, comment: tree.root.comment || null, moves: recordMoves(tree, match?.live) };
  }
  async copy() {
    if (this.written) await copy(this.ctrl, this.written.text);
  }
  download() {
    if (!this.written) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.written.text], { type: "text/plain" }));
    link.download = this.written.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1e3);
  }
};

// src/sound.ts
var made = /* @__PURE__ */ new Map();
function play(sound) {
  let audio = made.get(sound);
  if (!audio) {
    audio = new Audio(`sounds/${sound}.wav`);
    made.set(sound, audio);
  }
  audio.currentTime = 0;
  audio.play().catch(() => void 0);
}

// src/typed.ts
function plain(word) {
  return word.normalize("NFKC").toLowerCase().replace(/[\s☗☖▲△▼▽]/g, "").replace(/[一二三四五六七八九]/g, (digit) => String("〇一二三四五六七八九".indexOf(digit))).replaceAll("龍", "竜").replaceAll("王", "玉");
}
var printed = (move3, game, before2) => NOTATIONS.flatMap((notation) => [before2, null].map((last) => plain(notate(move3, game, notation, last))));
function loose(move3, game, before2) {
  const to = numeric(move3.to);
  const from = move3.from ? numeric(move3.from) : "";
  if (game.family === "hasami") return [to, `${to}(${from})`, `${from}${to}`];
  const squares = before2?.to === move3.to ? [to, "同", `同${to}`, `${to}同`] : [to];
  const pieces = [kanjiOf(game, move3.piece), pieceName(game, move3.piece, "ja")].map(plain);
  const turns = move3.turn ? ["", "成", "反"] : move3.record.endsWith("=") ? ["", "不成", "生", "不反"] : [""];
  const origins = from ? ["", `(${from})`] : ["", "打"];
  const flips = move3.counterFlip ? ["", "返"] : [""];
  const forms = squares.flatMap((square) => pieces.map((piece) => square + piece));
  return forms.flatMap((form) => turns.flatMap((turn) => origins.flatMap((origin) => flips.flatMap((flip) => [`${form}${turn}${origin}${flip}`, `${form}${origin}${turn}${flip}`]))));
}
function typedMoves(word, moves, game, before2) {
  const text = plain(word);
  const exact = moves.filter((move3) => printed(move3, game, before2).includes(text));
  if (exact.length) return exact;
  const short2 = game.family === "hasami" ? text.replace(/取.*/, "") : text;
  const found2 = moves.filter((move3) => loose(move3, game, before2).includes(short2));
  const moved = found2.filter((move3) => move3.from);
  return moved.length ? moved : found2;
}
function readable(word) {
  const narrow = word.normalize("NFKC");
  if (/^[ -~]*$/.test(narrow)) return { word: narrow };
  return { code: /^(\d\d|同)/.test(plain(word)) ? "move/illegal" : "move/syntax" };
}
function writeUniquely(move3, game) {
  if (lang() !== "ja") return move3.usi;
  const text = notate(move3, game, "japanese", null);
  return move3.from && !text.includes("(") ? `${text}(${numeric(move3.from)})` : text;
}

// src/model/draft.ts
var firstDraft = (game, level) => ({ game, start: "start", players: { black: { kind: "human" }, white: { kind: "engine", level } }, timed: false, time: { black: { minutes: 10, increment: 0, byoyomi: 30 }, white: { minutes: 10, increment: 0, byoyomi: 30 } } });

// src/ctrl.ts
var Ctrl = class {
  games;
  settings = loadSettings();
  game;
  start = null;
  tree;
  node;
  match = null;
  orientation = "black";
  analysis;
  report;
  editor = null;
  records;
  board = null;
  focus = null;
  draft;
  resigning = false;
  offering = false;
  dialog = null;
  question = null;
  hasRetried = false;
  choice = null;
  hint = null;
  asking = false;
  rulesOf = null;
  isChoosing = false;
  notice = null;
  said = "";
  hovered = null;
  redraw = () => void 0;
  noticeTimer = 0;
  constructor(games) {
    this.games = games;
    const first = games.games[0];
    if (!first) throw new Error("no games");
    this.game = first;
    this.tree = new Tree({ sfen: first.start, turn: "black", check: false, outcome: null });
    this.node = this.tree.root;
    const page = this;
    const host = { get settings() {
      return page.settings;
    }, lineTo: (node) => page.lineTo(node), failed: (error) => page.failed(error), changed: () => page.changed(), redraw: () => page.redraw() };
    this.analysis = new Analysis(host);
    this.report = new Report(host);
    this.records = new Records(this);
    this.draft = firstDraft(first.name, games.limits.level);
  }
  get boardGame() {
    return this.editor?.game ?? this.game;
  }
  shownSfen() {
    return this.editor?.sfen ?? this.node.sfen;
  }
  lineTo(node) {
    return { game: this.game.name, ...this.start ? { start: this.start } : {}, moves: movesTo(node) };
  }
  gameNamed(name) {
    return this.games.games.find((game) => game.name === name) ?? this.game;
  }
  show(game, start5, tree, node) {
    this.match?.halt();
    this.match = null;
    this.report.stop();
    this.analysis.stop();
    this.editor = null;
    this.dialog = this.choice = this.hint = this.question = null;
    this.resigning = this.isChoosing = false;
    this.game = this.gameNamed(game);
    this.start = start5 === this.game.start ? null : start5;
    this.tree = tree;
    if (this.rulesOf) this.rulesOf = this.game.name;
    this.jump(node);
  }
  endOfLine(node) {
    const { match } = this;
    return match && pathTo(match.live).includes(node) ? match.live : endOf(node);
  }
  jump(node) {
    this.node = node;
    this.choice = this.hint = null;
    this.offering = false;
    this.hovered = null;
    this.analysis.follow(node);
    if (!node.position) void this.load(node);
    this.redraw();
  }
  async load(node) {
    try {
      node.position = await api.position(this.lineTo(node));
      if (this.node === node) this.redraw();
    } catch (error) {
      this.failed(error);
    }
  }
  walk(step2) {
    const { node } = this;
    const siblings2 = node.parent?.children ?? [];
    const place2 = siblings2.indexOf(node);
    const targets = { first: this.tree.root, back: node.parent, forward: node.children[0], last: endOf(node), down: siblings2[place2 + 1], up: siblings2[place2 - 1] };
    const target2 = targets[step2];
    if (!target2 || target2 === node) return;
    if (step2 === "forward") this.sound(target2);
    this.jump(target2);
    this.say(target2.move ? describeMove(this.game, target2.move, other(target2.turn)) : t("said.first"));
  }
  get position() {
    return this.node.position;
  }
  movable() {
    if (this.choice || this.editor) return null;
    if (this.match?.running && this.node === this.match.live) return this.match.awaitsPerson() ? this.node.turn : null;
    if (this.match?.running && !this.analysis.on) return null;
    return this.node.turn;
  }
  legal() {
    return this.movable() ? this.position?.moves ?? [] : [];
  }
  choose(moves) {
    const [only, second] = moves;
    if (only && !second) void this.userMove(only);
    else if (only) this.choice = { moves, to: only.to };
    this.redraw();
  }
  cancelChoice() {
    this.choice = null;
    this.redraw();
  }
  async userMove(move3) {
    this.choice = null;
    try {
      if (this.match?.running && this.node === this.match.live) await this.match.played(move3);
      else await this.advance(this.node, move3);
    } catch (error) {
      this.failed(error);
    }
  }
  async advance(from, move3, best) {
    const watched = this.node === from;
    const line2 = this.lineTo(from);
    const tree = this.tree;
    const position = best?.position ?? await api.position({ ...line2, moves: [...line2.moves, move3.usi] });
    const node = tree.add(from, move3, { ...position, position });
    if (tree !== this.tree) return node;
    if (this.match?.running && this.match.live === from) tree.promote(node);
    if (watched) this.jump(node);
    this.board?.sync();
    this.say(describeMove(this.game, move3, from.turn) + (node.check ? ` ${t("said.check")}` : ""));
    this.sound(node);
    this.changed();
    return node;
  }
  async follow(words2) {
    const from = this.node;
    const line2 = this.lineTo(from);
    try {
      const { steps: steps2 } = await api.line({ ...line2, moves: [...line2.moves, ...words2] });
      let at = from;
      for (const step2 of steps2.slice(line2.moves.length + 1)) if (step2.move) at = this.tree.add(at, step2.move, step2);
      this.jump(at);
      this.changed();
    } catch (error) {
      this.failed(error);
    }
  }
  async typed(word) {
    this.choice = null;
    try {
      await this.userMove(await this.readMove(word));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }
  async readMove(word) {
    if (!this.movable()) throw new ApiError("move/not-now", this.whyNotNow());
    if (!this.position) await this.load(this.node);
    const legal = this.legal();
    if (this.position?.outcome && !legal.length) throw new ApiError("move/game-over", word, { word });
    const [only, second, ...rest] = typedMoves(word, legal, this.game, this.node.move);
    if (only && !second) return only;
    if (only && second) {
      const moves = [only, second, ...rest].map((move3) => writeUniquely(move3, this.game)).join(", ");
      throw new ApiError("move/one-of", word, { word, moves });
    }
    const typed = readable(word);
    if ("code" in typed) throw new ApiError(typed.code, word, { word });
    return api.word(this.lineTo(this.node), typed.word);
  }
  whyNotNow() {
    const { match, node } = this;
    if (match?.running && node !== match.live) return t("status.elsewhere");
    return t(match?.paused ? "status.paused" : "status.not-yours");
  }
  takeBack() {
    const target2 = this.match?.takeBackTarget();
    if (!target2 || !this.match) return;
    this.match.goBack(target2);
    this.jump(target2);
    this.say(t("said.takeback"));
    this.changed();
  }
  declare() {
    const win = this.position?.declaration;
    if (win && this.match?.awaitsPerson()) this.match.finish({ winner: win.winner, reason: "declaration" });
  }
  ended(end3) {
    const { live } = this.match ?? { live: this.node };
    this.say(describeEnd(end3, live.sfen, this.match?.personColor() ?? null));
    if (this.settings.sound) play("end");
    this.changed();
  }
  flip() {
    this.orientation = other(this.orientation);
    this.redraw();
  }
  swapSides() {
    this.match?.swapSides();
    if (!this.match?.bothEngines()) this.flip();
    this.changed();
  }
  setPlayer(color, player) {
    this.match?.setPlayers({ ...this.match.players, [color]: player });
    this.changed();
  }
  askResign(asked) {
    this.resigning = asked;
    this.redraw();
  }
  askDraw(asked) {
    this.offering = asked;
    this.redraw();
  }
  unlessPlaying(act2) {
    if (!this.match?.running || !this.match.live.parent) return act2();
    this.question = { text: t("ask.discard"), yes: t("ask.discard.yes"), no: t("ask.discard.no"), act: act2 };
    this.redraw();
  }
  answer(yes) {
    const { question } = this;
    this.question = null;
    if (yes) question?.act();
    this.redraw();
  }
  promote(node) {
    if (this.match?.running) return;
    this.tree.promote(node);
    this.changed();
  }
  remove(node) {
    if (this.match?.running && isMainLine(node)) return;
    const parent = node.parent ?? this.tree.root;
    this.tree.remove(node);
    if (!this.tree.byId(this.node.id)) this.jump(parent);
    this.changed();
  }
  comment(node, text) {
    node.comment = text;
    this.changed();
  }
  set(change) {
    const again = ["lines", "threads", "hash"].some((key) => key in change);
    this.settings = changed(this.settings, change);
    if (change.lang) void speak(change.lang).then(() => this.redraw());
    saveSettings(this.settings);
    if (again && this.analysis.on) this.analysis.restart(this.node);
    this.redraw();
  }
  readRules(game) {
    this.rulesOf = game;
    if (!game && this.isChoosing) this.openDialog("new");
    this.redraw();
  }
  readRulesFirst(game) {
    this.dialog = null;
    this.isChoosing = true;
    this.readRules(game);
  }
  press(square) {
    if (this.editor) this.editor.press(square);
    else this.board?.press(square);
  }
  putBack() {
    if (!this.board?.isHolding) return;
    this.board.unselect();
    this.say(t("said.putback"));
    this.redraw();
  }
  openDialog(dialog2) {
    if (dialog2 === "new" && this.draft.game !== this.game.name && !this.dialog && !this.isChoosing) this.draft = { ...this.draft, game: this.game.name, start: "start" };
    this.isChoosing = this.hasRetried = false;
    this.dialog = dialog2;
    this.redraw();
  }
  changed() {
    keepGame(this);
    this.redraw();
  }
  sound(node) {
    if (!this.settings.sound || !node.move) return;
    const turned = node.move.turn ? "flip" : node.move.captures.length ? "capture" : "move";
    play(node.check ? "check" : turned);
  }
  say(text) {
    this.said = text;
  }
  tell(text, kind = "info") {
    clearTimeout(this.noticeTimer);
    this.notice = { text, kind };
    this.noticeTimer = window.setTimeout(() => this.dismiss(), 8e3);
    this.redraw();
  }
  dismiss() {
    this.notice = null;
    this.redraw();
  }
  failed(error) {
    if (error instanceof ApiError && error.code === "token") return this.openDialog("token");
    this.tell(error instanceof ApiError ? sayError(error) : String(error), "error");
  }
  async retry() {
    try {
      await api.status();
      this.unlocked();
    } catch (error) {
      this.failed(error);
      this.hasRetried = true;
    }
    this.redraw();
  }
  unlocked() {
    if (this.dialog !== "token") return;
    this.openDialog(null);
    this.jump(this.node);
    if (this.match?.paused && !this.match.clock && !this.match.bothEngines()) this.match.resume();
  }
};

// src/input.ts
var TYPING = "input, textarea, select, dialog, .choice, [contenteditable]";
var FIELD = "input, textarea";
var SQUARE = "[role=gridcell]";
function act(ctrl2, event) {
  switch (event.key) {
    case "ArrowLeft":
      ctrl2.walk("back");
      break;
    case "ArrowRight":
      ctrl2.walk("forward");
      break;
    case "ArrowUp":
      ctrl2.walk(event.shiftKey ? "up" : "first");
      break;
    case "ArrowDown":
      ctrl2.walk(event.shiftKey ? "down" : "last");
      break;
    case "/":
      document.querySelector("input[name=entry]")?.focus();
      break;
    case "f":
      ctrl2.flip();
      break;
    case "a":
      ctrl2.analysis.toggle(ctrl2.node);
      break;
    case "h":
      if (ctrl2.movable()) void askHint(ctrl2);
      break;
    case "u":
      ctrl2.takeBack();
      break;
    case "n":
      ctrl2.openDialog("new");
      break;
    case "r":
      ctrl2.readRules(ctrl2.rulesOf ? null : ctrl2.game.name);
      break;
    case "?":
      ctrl2.openDialog("keys");
      break;
    case "Escape":
      if (ctrl2.isChoosing) ctrl2.readRules(null);
      else ctrl2.putBack();
      break;
    default:
      return false;
  }
  return true;
}
var before = null;
function leave(field) {
  field.blur();
  before?.focus();
}
function bindKeys(ctrl2) {
  document.addEventListener("focusin", ({ target: target2, relatedTarget }) => {
    if (target2.matches(FIELD)) before = relatedTarget?.closest(SQUARE) ?? null;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ctrl2.dialog || ctrl2.question) return;
    const target2 = event.target;
    if (event.key === "Escape" && !event.isComposing && target2.matches(FIELD)) return leave(target2);
    if (ctrl2.editor || target2.closest(TYPING)) return;
    const scrolls = target2.closest(".moves, .rules") && /^Arrow(Up|Down)$/.test(event.key) && !event.shiftKey;
    if (!scrolls && act(ctrl2, event)) event.preventDefault();
  });
}
function bindFiles(ctrl2) {
  const holds = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!holds(event)) return;
    event.preventDefault();
    void ctrl2.records.readFile(event.dataTransfer?.files[0]);
  });
}

// node_modules/shogiground/esm/constants.js
var colors = ["sente", "gote"];
var files = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];
var ranks = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
var allKeys = Array.prototype.concat(...ranks.map((r) => files.map((f) => f + r)));

// node_modules/shogiground/esm/util.js
var pos2key = (pos) => allKeys[pos[0] + 16 * pos[1]];
var key2pos = (k) => {
  if (k.length > 2) return [k.charCodeAt(1) - 39, k.charCodeAt(2) - 97];
  else return [k.charCodeAt(0) - 49, k.charCodeAt(1) - 97];
};
function memo(f) {
  let v;
  const ret = () => {
    if (v === void 0) v = f();
    return v;
  };
  ret.clear = () => {
    v = void 0;
  };
  return ret;
}
function callUserFunction(f, ...args) {
  if (f) setTimeout(() => f(...args), 1);
}
var opposite = (c) => c === "sente" ? "gote" : "sente";
var sentePov = (o) => o === "sente";
var distanceSq = (pos1, pos2) => {
  const dx = pos1[0] - pos2[0], dy = pos1[1] - pos2[1];
  return dx * dx + dy * dy;
};
var samePiece = (p1, p2) => p1.role === p2.role && p1.color === p2.color;
var posToTranslateBase = (pos, dims, asSente, xFactor, yFactor) => [(asSente ? dims.files - 1 - pos[0] : pos[0]) * xFactor, (asSente ? pos[1] : dims.ranks - 1 - pos[1]) * yFactor];
var posToTranslateAbs = (dims, bounds) => {
  const xFactor = bounds.width / dims.files, yFactor = bounds.height / dims.ranks;
  return (pos, asSente) => posToTranslateBase(pos, dims, asSente, xFactor, yFactor);
};
var posToTranslateRel = (dims) => (pos, asSente) => posToTranslateBase(pos, dims, asSente, 100, 100);
var translateAbs = (el2, pos, scale) => {
  el2.style.transform = `translate(${pos[0]}px,${pos[1]}px) scale(${scale}`;
};
var translateRel = (el2, percents, scaleFactor, scale) => {
  el2.style.transform = `translate(${percents[0] * scaleFactor}%,${percents[1] * scaleFactor}%) scale(${scale || scaleFactor})`;
};
var setDisplay = (el2, v) => {
  el2.style.display = v ? "" : "none";
};
var eventPosition = (e) => {
  var _a;
  if (e.clientX || e.clientX === 0) return [e.clientX, e.clientY];
  if ((_a = e.targetTouches) === null || _a === void 0 ? void 0 : _a[0]) return [e.targetTouches[0].clientX, e.targetTouches[0].clientY];
  return;
};
var isRightButton = (e) => e.buttons === 2 || e.button === 2;
var isMiddleButton = (e) => e.buttons === 4 || e.button === 1;
var createEl = (tagName2, className) => {
  const el2 = document.createElement(tagName2);
  if (className) el2.className = className;
  return el2;
};
function pieceNameOf(piece) {
  return `${piece.color} ${piece.role}`;
}
function isPieceNode(el2) {
  return el2.tagName === "PIECE";
}
function isSquareNode(el2) {
  return el2.tagName === "SQ";
}
function computeSquareCenter(key, asSente, dims, bounds) {
  const pos = key2pos(key);
  if (asSente) {
    pos[0] = dims.files - 1 - pos[0];
    pos[1] = dims.ranks - 1 - pos[1];
  }
  return [bounds.left + bounds.width * pos[0] / dims.files + bounds.width / (dims.files * 2), bounds.top + bounds.height * (dims.ranks - 1 - pos[1]) / dims.ranks + bounds.height / (dims.ranks * 2)];
}
function domSquareIndexOfKey(key, asSente, dims) {
  const pos = key2pos(key);
  let index2 = dims.files - 1 - pos[0] + pos[1] * dims.files;
  if (!asSente) index2 = dims.files * dims.ranks - 1 - index2;
  return index2;
}
function isInsideRect(rect, pos) {
  return rect.left <= pos[0] && rect.top <= pos[1] && rect.left + rect.width > pos[0] && rect.top + rect.height > pos[1];
}
function getKeyAtDomPos(pos, asSente, dims, bounds) {
  let file = Math.floor(dims.files * (pos[0] - bounds.left) / bounds.width);
  if (asSente) file = dims.files - 1 - file;
  let rank = Math.floor(dims.ranks * (pos[1] - bounds.top) / bounds.height);
  if (!asSente) rank = dims.ranks - 1 - rank;
  return file >= 0 && file < dims.files && rank >= 0 && rank < dims.ranks ? pos2key([file, rank]) : void 0;
}
function getHandPieceAtDomPos(pos, roles, bounds) {
  for (const color of colors) {
    for (const role of roles) {
      const piece = { color, role }, pieceRect = bounds.get(pieceNameOf(piece));
      if (pieceRect && isInsideRect(pieceRect, pos)) return piece;
    }
  }
  return;
}
function posOfOutsideEl(left, top2, asSente, dims, boardBounds) {
  const sqW = boardBounds.width / dims.files, sqH = boardBounds.height / dims.ranks;
  if (!sqW || !sqH) return;
  let xOff = (left - boardBounds.left) / sqW;
  if (asSente) xOff = dims.files - 1 - xOff;
  let yOff = (top2 - boardBounds.top) / sqH;
  if (!asSente) yOff = dims.ranks - 1 - yOff;
  return [xOff, yOff];
}

// node_modules/shogiground/esm/hands.js
function addToHand(s, piece, cnt = 1) {
  const hand2 = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role;
  if (hand2 && s.hands.roles.includes(role)) hand2.set(role, (hand2.get(role) || 0) + cnt);
}
function removeFromHand(s, piece, cnt = 1) {
  const hand2 = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role, num = hand2 === null || hand2 === void 0 ? void 0 : hand2.get(role);
  if (hand2 && num) hand2.set(role, Math.max(num - cnt, 0));
}
function renderHand(s, handEl) {
  var _a;
  handEl.classList.toggle("promotion", !!s.promotion.current);
  let wrapEl = handEl.firstElementChild;
  while (wrapEl) {
    const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor }, num = ((_a = s.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0, isSelected = !!s.selectedPiece && samePiece(piece, s.selectedPiece) && !s.droppable.spare;
    wrapEl.classList.toggle("selected", (s.activeColor === "both" || s.activeColor === s.turnColor) && isSelected);
    wrapEl.classList.toggle("preselected", s.activeColor !== "both" && s.activeColor !== s.turnColor && isSelected);
    wrapEl.classList.toggle("last-dest", s.highlight.lastDests && !!s.lastPiece && samePiece(piece, s.lastPiece));
    wrapEl.classList.toggle("drawing", !!s.drawable.piece && samePiece(s.drawable.piece, piece));
    wrapEl.classList.toggle("current-pre", !!s.predroppable.current && samePiece(s.predroppable.current.piece, piece));
    wrapEl.dataset.nb = num.toString();
    wrapEl = wrapEl.nextElementSibling;
  }
}

// node_modules/shogiground/esm/board.js
function toggleOrientation(state2) {
  state2.orientation = opposite(state2.orientation);
  state2.animation.current = state2.draggable.current = state2.promotion.current = state2.hovered = state2.selected = state2.selectedPiece = void 0;
}
function reset(state2) {
  unselect(state2);
  unsetPremove(state2);
  unsetPredrop(state2);
  cancelPromotion(state2);
  state2.animation.current = state2.draggable.current = state2.hovered = void 0;
}
function setPieces(state2, pieces) {
  for (const [key, piece] of pieces) {
    if (piece) state2.pieces.set(key, piece);
    else state2.pieces.delete(key);
  }
}
function setChecks(state2, checksValue) {
  if (Array.isArray(checksValue)) {
    state2.checks = checksValue;
  } else {
    if (checksValue === true) checksValue = state2.turnColor;
    if (checksValue) {
      const checks = [];
      for (const [k, p] of state2.pieces) {
        if (state2.highlight.checkRoles.includes(p.role) && p.color === checksValue) checks.push(k);
      }
      state2.checks = checks;
    } else state2.checks = void 0;
  }
}
function setPremove(state2, orig, dest, prom) {
  unsetPredrop(state2);
  state2.premovable.current = { orig, dest, prom };
  callUserFunction(state2.premovable.events.set, orig, dest, prom);
}
function unsetPremove(state2) {
  if (state2.premovable.current) {
    state2.premovable.current = void 0;
    callUserFunction(state2.premovable.events.unset);
  }
}
function setPredrop(state2, piece, key, prom) {
  unsetPremove(state2);
  state2.predroppable.current = { piece, key, prom };
  callUserFunction(state2.predroppable.events.set, piece, key, prom);
}
function unsetPredrop(state2) {
  if (state2.predroppable.current) {
    state2.predroppable.current = void 0;
    callUserFunction(state2.predroppable.events.unset);
  }
}
function baseMove(state2, orig, dest, prom) {
  const origPiece = state2.pieces.get(orig), destPiece = state2.pieces.get(dest);
  if (orig === dest || !origPiece) return false;
  const captured = destPiece && destPiece.color !== origPiece.color ? destPiece : void 0, promPiece = prom && promotePiece(state2, origPiece);
  if (dest === state2.selected || orig === state2.selected) unselect(state2);
  state2.pieces.set(dest, promPiece || origPiece);
  state2.pieces.delete(orig);
  state2.lastDests = [orig, dest];
  state2.lastPiece = void 0;
  state2.checks = void 0;
  callUserFunction(state2.events.move, orig, dest, prom, captured);
  callUserFunction(state2.events.change);
  return captured || true;
}
function baseDrop(state2, piece, key, prom) {
  var _a;
  const pieceCount = ((_a = state2.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0;
  if (!pieceCount && !state2.droppable.spare) return false;
  const promPiece = prom && promotePiece(state2, piece);
  if (key === state2.selected || !state2.droppable.spare && pieceCount === 1 && state2.selectedPiece && samePiece(state2.selectedPiece, piece)) unselect(state2);
  state2.pieces.set(key, promPiece || piece);
  state2.lastDests = [key];
  state2.lastPiece = piece;
  state2.checks = void 0;
  if (!state2.droppable.spare) removeFromHand(state2, piece);
  callUserFunction(state2.events.drop, piece, key, prom);
  callUserFunction(state2.events.change);
  return true;
}
function baseUserMove(state2, orig, dest, prom) {
  const result = baseMove(state2, orig, dest, prom);
  if (result) {
    state2.movable.dests = void 0;
    state2.droppable.dests = void 0;
    state2.turnColor = opposite(state2.turnColor);
    state2.animation.current = void 0;
  }
  return result;
}
function baseUserDrop(state2, piece, key, prom) {
  const result = baseDrop(state2, piece, key, prom);
  if (result) {
    state2.movable.dests = void 0;
    state2.droppable.dests = void 0;
    state2.turnColor = opposite(state2.turnColor);
    state2.animation.current = void 0;
  }
  return result;
}
function userDrop(state2, piece, key, prom) {
  const realProm = prom || state2.promotion.forceDropPromotion(piece, key);
  if (canDrop(state2, piece, key)) {
    const result = baseUserDrop(state2, piece, key, realProm);
    if (result) {
      unselect(state2);
      callUserFunction(state2.droppable.events.after, piece, key, realProm, { premade: false });
      return true;
    }
  } else if (canPredrop(state2, piece, key)) {
    setPredrop(state2, piece, key, realProm);
    unselect(state2);
    return true;
  }
  unselect(state2);
  return false;
}
function userMove(state2, orig, dest, prom) {
  const realProm = prom || state2.promotion.forceMovePromotion(orig, dest);
  if (canMove(state2, orig, dest)) {
    const result = baseUserMove(state2, orig, dest, realProm);
    if (result) {
      unselect(state2);
      const metadata = { premade: false };
      if (result !== true) metadata.captured = result;
      callUserFunction(state2.movable.events.after, orig, dest, realProm, metadata);
      return true;
    }
  } else if (canPremove(state2, orig, dest)) {
    setPremove(state2, orig, dest, realProm);
    unselect(state2);
    return true;
  }
  unselect(state2);
  return false;
}
function basePromotionDialog(state2, piece, key) {
  const promotedPiece = promotePiece(state2, piece);
  if (state2.viewOnly || state2.promotion.current || !promotedPiece) return false;
  state2.promotion.current = { piece, promotedPiece, key, dragged: !!state2.draggable.current };
  state2.hovered = key;
  return true;
}
function promotionDialogDrop(state2, piece, key) {
  if (canDropPromote(state2, piece, key) && (canDrop(state2, piece, key) || canPredrop(state2, piece, key))) {
    if (basePromotionDialog(state2, piece, key)) {
      callUserFunction(state2.promotion.events.initiated);
      return true;
    }
  }
  return false;
}
function promotionDialogMove(state2, orig, dest) {
  if (canMovePromote(state2, orig, dest) && (canMove(state2, orig, dest) || canPremove(state2, orig, dest))) {
    const piece = state2.pieces.get(orig);
    if (piece && basePromotionDialog(state2, piece, dest)) {
      callUserFunction(state2.promotion.events.initiated);
      return true;
    }
  }
  return false;
}
function promotePiece(s, piece) {
  const promRole = s.promotion.promotesTo(piece.role);
  return promRole !== void 0 ? { color: piece.color, role: promRole } : void 0;
}
function deletePiece(state2, key) {
  if (state2.pieces.delete(key)) callUserFunction(state2.events.change);
}
function selectSquare(state2, key, prom, force) {
  callUserFunction(state2.events.select, key);
  if (!state2.draggable.enabled && state2.selected === key) {
    callUserFunction(state2.events.unselect, key);
    unselect(state2);
    return;
  }
  if (state2.selectable.enabled || force || state2.selectable.forceSpares && state2.selectedPiece && state2.droppable.spare) {
    if (state2.selectedPiece && userDrop(state2, state2.selectedPiece, key, prom)) return;
    else if (state2.selected && userMove(state2, state2.selected, key, prom)) return;
  }
  if ((state2.selectable.enabled || state2.draggable.enabled || force) && (isMovable(state2, key) || isPremovable(state2, key))) {
    setSelected(state2, key);
  }
}
function selectPiece(state2, piece, spare2, force, api2) {
  callUserFunction(state2.events.pieceSelect, piece);
  if (state2.selectable.addSparesToHand && state2.droppable.spare && state2.selectedPiece) {
    addToHand(state2, { role: state2.selectedPiece.role, color: piece.color });
    callUserFunction(state2.events.change);
    unselect(state2);
  } else if (!api2 && !state2.draggable.enabled && state2.selectedPiece && samePiece(state2.selectedPiece, piece)) {
    callUserFunction(state2.events.pieceUnselect, piece);
    unselect(state2);
  } else if ((state2.selectable.enabled || state2.draggable.enabled || force) && (isDroppable(state2, piece, !!spare2) || isPredroppable(state2, piece))) {
    setSelectedPiece(state2, piece);
    state2.droppable.spare = !!spare2;
  } else {
    unselect(state2);
  }
}
function setSelected(state2, key) {
  unselect(state2);
  state2.selected = key;
  setPreDests(state2);
}
function setSelectedPiece(state2, piece) {
  unselect(state2);
  state2.selectedPiece = piece;
  setPreDests(state2);
}
function setPreDests(state2) {
  state2.premovable.dests = state2.predroppable.dests = void 0;
  if (state2.selected && isPremovable(state2, state2.selected) && state2.premovable.generate) state2.premovable.dests = state2.premovable.generate(state2.selected, state2.pieces);
  else if (state2.selectedPiece && isPredroppable(state2, state2.selectedPiece) && state2.predroppable.generate) state2.predroppable.dests = state2.predroppable.generate(state2.selectedPiece, state2.pieces);
}
function unselect(state2) {
  state2.selected = state2.selectedPiece = state2.premovable.dests = state2.predroppable.dests = state2.promotion.current = void 0;
  state2.droppable.spare = false;
}
function isMovable(state2, orig) {
  const piece = state2.pieces.get(orig);
  return !!piece && (state2.activeColor === "both" || state2.activeColor === piece.color && state2.turnColor === piece.color);
}
function isDroppable(state2, piece, spare2) {
  var _a;
  return (spare2 || !!((_a = state2.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role))) && (state2.activeColor === "both" || state2.activeColor === piece.color && state2.turnColor === piece.color);
}
function canMove(state2, orig, dest) {
  var _a, _b;
  return orig !== dest && isMovable(state2, orig) && (state2.movable.free || !!((_b = (_a = state2.movable.dests) === null || _a === void 0 ? void 0 : _a.get(orig)) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canDrop(state2, piece, dest) {
  var _a, _b;
  return isDroppable(state2, piece, state2.droppable.spare) && (state2.droppable.free || state2.droppable.spare || !!((_b = (_a = state2.droppable.dests) === null || _a === void 0 ? void 0 : _a.get(pieceNameOf(piece))) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canMovePromote(state2, orig, dest) {
  const piece = state2.pieces.get(orig);
  return !!piece && state2.promotion.movePromotionDialog(orig, dest);
}
function canDropPromote(state2, piece, key) {
  return !state2.droppable.spare && state2.promotion.dropPromotionDialog(piece, key);
}
function isPremovable(state2, orig) {
  const piece = state2.pieces.get(orig);
  return !!piece && state2.premovable.enabled && state2.activeColor === piece.color && state2.turnColor !== piece.color;
}
function isPredroppable(state2, piece) {
  var _a;
  return !!((_a = state2.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) && state2.predroppable.enabled && state2.activeColor === piece.color && state2.turnColor !== piece.color;
}
function canPremove(state2, orig, dest) {
  return orig !== dest && isPremovable(state2, orig) && !!state2.premovable.generate && state2.premovable.generate(orig, state2.pieces).includes(dest);
}
function canPredrop(state2, piece, dest) {
  const destPiece = state2.pieces.get(dest);
  return isPredroppable(state2, piece) && (!destPiece || destPiece.color !== state2.activeColor) && !!state2.predroppable.generate && state2.predroppable.generate(piece, state2.pieces).includes(dest);
}
function isDraggable(state2, piece) {
  return state2.draggable.enabled && (state2.activeColor === "both" || state2.activeColor === piece.color && (state2.turnColor === piece.color || state2.premovable.enabled));
}
function playPremove(state2) {
  const move3 = state2.premovable.current;
  if (!move3) return false;
  const orig = move3.orig, dest = move3.dest, prom = move3.prom;
  let success = false;
  if (canMove(state2, orig, dest)) {
    const result = baseUserMove(state2, orig, dest, prom);
    if (result) {
      const metadata = { premade: true };
      if (result !== true) metadata.captured = result;
      callUserFunction(state2.movable.events.after, orig, dest, prom, metadata);
      success = true;
    }
  }
  unsetPremove(state2);
  return success;
}
function playPredrop(state2) {
  const drop = state2.predroppable.current;
  if (!drop) return false;
  const piece = drop.piece, key = drop.key, prom = drop.prom;
  let success = false;
  if (canDrop(state2, piece, key)) {
    if (baseUserDrop(state2, piece, key, prom)) {
      callUserFunction(state2.droppable.events.after, piece, key, prom, { premade: true });
      success = true;
    }
  }
  unsetPredrop(state2);
  return success;
}
function cancelMoveOrDrop(state2) {
  unsetPremove(state2);
  unsetPredrop(state2);
  unselect(state2);
}
function cancelPromotion(state2) {
  if (!state2.promotion.current) return;
  unselect(state2);
  state2.promotion.current = void 0;
  state2.hovered = void 0;
  callUserFunction(state2.promotion.events.cancel);
}
function stop(state2) {
  state2.activeColor = state2.movable.dests = state2.droppable.dests = state2.draggable.current = state2.animation.current = state2.promotion.current = state2.hovered = void 0;
  cancelMoveOrDrop(state2);
}

// node_modules/shogiground/esm/sfen.js
function inferDimensions(boardSfen) {
  const ranks2 = boardSfen.split("/"), firstFile = ranks2[0].split("");
  let filesCnt = 0, cnt = 0;
  for (const c of firstFile) {
    const nb = c.charCodeAt(0);
    if (nb < 58 && nb > 47) cnt = cnt * 10 + nb - 48;
    else if (c !== "+") {
      filesCnt += cnt + 1;
      cnt = 0;
    }
  }
  filesCnt += cnt;
  return { files: filesCnt, ranks: ranks2.length };
}
function sfenToBoard(sfen, dims, fromForsyth) {
  const sfenParser = fromForsyth || standardFromForsyth, pieces = /* @__PURE__ */ new Map();
  let x = dims.files - 1, y2 = 0;
  for (let i = 0; i < sfen.length; i++) {
    switch (sfen[i]) {
      case " ":
      case "_":
        return pieces;
      case "/":
        ++y2;
        if (y2 > dims.ranks - 1) return pieces;
        x = dims.files - 1;
        break;
      default: {
        const nb1 = sfen[i].charCodeAt(0), nb2 = sfen[i + 1] && sfen[i + 1].charCodeAt(0);
        if (nb1 < 58 && nb1 > 47) {
          if (nb2 && nb2 < 58 && nb2 > 47) {
            x -= (nb1 - 48) * 10 + (nb2 - 48);
            i++;
          } else x -= nb1 - 48;
        } else {
          const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
          if (x >= 0 && role) {
            const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
            pieces.set(pos2key([x, y2]), { role, color });
          }
          --x;
        }
      }
    }
  }
  return pieces;
}
function boardToSfen(pieces, dims, toForsyth) {
  const sfenRenderer = toForsyth || standardToForsyth, reversedFiles = files.slice(0, dims.files).reverse();
  return ranks.slice(0, dims.ranks).map((y2) => reversedFiles.map((x) => {
    const piece = pieces.get(x + y2), forsyth2 = piece && sfenRenderer(piece.role);
    if (forsyth2) {
      return piece.color === "sente" ? forsyth2.toUpperCase() : forsyth2.toLowerCase();
    } else return "1";
  }).join("")).join("/").replace(/1{2,}/g, (s) => s.length.toString());
}
function sfenToHands(sfen, fromForsyth) {
  const sfenParser = fromForsyth || standardFromForsyth, sente = /* @__PURE__ */ new Map(), gote = /* @__PURE__ */ new Map();
  let tmpNum = 0, num = 1;
  for (let i = 0; i < sfen.length; i++) {
    const nb = sfen[i].charCodeAt(0);
    if (nb < 58 && nb > 47) {
      tmpNum = tmpNum * 10 + nb - 48;
      num = tmpNum;
    } else {
      const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
      if (role) {
        const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
        if (color === "sente") sente.set(role, (sente.get(role) || 0) + num);
        else gote.set(role, (gote.get(role) || 0) + num);
      }
      tmpNum = 0;
      num = 1;
    }
  }
  return /* @__PURE__ */ new Map([["sente", sente], ["gote", gote]]);
}
function handsToSfen(hands2, roles, toForsyth) {
  var _a, _b;
  const sfenRenderer = toForsyth || standardToForsyth;
  let senteHandStr = "", goteHandStr = "";
  for (const role of roles) {
    const forsyth2 = sfenRenderer(role);
    if (forsyth2) {
      const senteCnt = (_a = hands2.get("sente")) === null || _a === void 0 ? void 0 : _a.get(role), goteCnt = (_b = hands2.get("gote")) === null || _b === void 0 ? void 0 : _b.get(role);
      if (senteCnt) senteHandStr += senteCnt > 1 ? senteCnt.toString() + forsyth2 : forsyth2;
      if (goteCnt) goteHandStr += goteCnt > 1 ? goteCnt.toString() + forsyth2 : forsyth2;
    }
  }
  if (senteHandStr || goteHandStr) return senteHandStr.toUpperCase() + goteHandStr.toLowerCase();
  else return "-";
}
function standardFromForsyth(forsyth2) {
  switch (forsyth2.toLowerCase()) {
    case "p":
      return "pawn";
    case "l":
      return "lance";
    case "n":
      return "knight";
    case "s":
      return "silver";
    case "g":
      return "gold";
    case "b":
      return "bishop";
    case "r":
      return "rook";
    case "+p":
      return "tokin";
    case "+l":
      return "promotedlance";
    case "+n":
      return "promotedknight";
    case "+s":
      return "promotedsilver";
    case "+b":
      return "horse";
    case "+r":
      return "dragon";
    case "k":
      return "king";
    default:
      return;
  }
}
function standardToForsyth(role) {
  switch (role) {
    case "pawn":
      return "p";
    case "lance":
      return "l";
    case "knight":
      return "n";
    case "silver":
      return "s";
    case "gold":
      return "g";
    case "bishop":
      return "b";
    case "rook":
      return "r";
    case "tokin":
      return "+p";
    case "promotedlance":
      return "+l";
    case "promotedknight":
      return "+n";
    case "promotedsilver":
      return "+s";
    case "horse":
      return "+b";
    case "dragon":
      return "+r";
    case "king":
      return "k";
    default:
      return;
  }
}

// node_modules/shogiground/esm/config.js
function applyAnimation(state2, config) {
  if (config.animation) {
    deepMerge(state2.animation, config.animation);
    if ((state2.animation.duration || 0) < 70) state2.animation.enabled = false;
  }
}
function configure(state2, config) {
  var _a, _b, _c, _d, _e, _f, _g, _h, _j;
  if ((_a = config.movable) === null || _a === void 0 ? void 0 : _a.dests) state2.movable.dests = void 0;
  if ((_b = config.droppable) === null || _b === void 0 ? void 0 : _b.dests) state2.droppable.dests = void 0;
  if ((_c = config.drawable) === null || _c === void 0 ? void 0 : _c.shapes) state2.drawable.shapes = [];
  if ((_d = config.drawable) === null || _d === void 0 ? void 0 : _d.autoShapes) state2.drawable.autoShapes = [];
  if ((_e = config.drawable) === null || _e === void 0 ? void 0 : _e.squares) state2.drawable.squares = [];
  if ((_f = config.hands) === null || _f === void 0 ? void 0 : _f.roles) state2.hands.roles = [];
  deepMerge(state2, config);
  if ((_g = config.sfen) === null || _g === void 0 ? void 0 : _g.board) {
    state2.dimensions = inferDimensions(config.sfen.board);
    state2.pieces = sfenToBoard(config.sfen.board, state2.dimensions, state2.forsyth.fromForsyth);
    state2.drawable.shapes = ((_h = config.drawable) === null || _h === void 0 ? void 0 : _h.shapes) || [];
  }
  if ((_j = config.sfen) === null || _j === void 0 ? void 0 : _j.hands) {
    state2.hands.handMap = sfenToHands(config.sfen.hands, state2.forsyth.fromForsyth);
  }
  if ("checks" in config) setChecks(state2, config.checks || false);
  if ("lastPiece" in config && !config.lastPiece) state2.lastPiece = void 0;
  if ("lastDests" in config && !config.lastDests) state2.lastDests = void 0;
  else if (config.lastDests) state2.lastDests = config.lastDests;
  setPreDests(state2);
  applyAnimation(state2, config);
}
function deepMerge(base, extend) {
  for (const key in extend) {
    if (Object.prototype.hasOwnProperty.call(extend, key)) {
      if (Object.prototype.hasOwnProperty.call(base, key) && isPlainObject(base[key]) && isPlainObject(extend[key])) deepMerge(base[key], extend[key]);
      else base[key] = extend[key];
    }
  }
}
function isPlainObject(o) {
  if (typeof o !== "object" || o === null) return false;
  const proto = Object.getPrototypeOf(o);
  return proto === Object.prototype || proto === null;
}

// node_modules/shogiground/esm/anim.js
function anim(mutation, state2) {
  return state2.animation.enabled ? animate(mutation, state2) : render(mutation, state2);
}
function render(mutation, state2) {
  const result = mutation(state2);
  state2.dom.redraw();
  return result;
}
function makePiece(key, piece) {
  return { key, pos: key2pos(key), piece };
}
function closer(piece, pieces) {
  return pieces.sort((p1, p2) => {
    return distanceSq(piece.pos, p1.pos) - distanceSq(piece.pos, p2.pos);
  })[0];
}
function computePlan(prevPieces, prevHands, current2) {
  const anims = /* @__PURE__ */ new Map(), animedOrigs = [], fadings = /* @__PURE__ */ new Map(), promotions = /* @__PURE__ */ new Map(), missings = [], news = [], prePieces = /* @__PURE__ */ new Map();
  for (const [k, p] of prevPieces) {
    prePieces.set(k, makePiece(k, p));
  }
  for (const key of allKeys) {
    const curP = current2.pieces.get(key), preP = prePieces.get(key);
    if (curP) {
      if (preP) {
        if (!samePiece(curP, preP.piece)) {
          missings.push(preP);
          news.push(makePiece(key, curP));
        }
      } else news.push(makePiece(key, curP));
    } else if (preP) missings.push(preP);
  }
  if (current2.animation.hands) {
    for (const color of colors) {
      const curH = current2.hands.handMap.get(color), preH = prevHands.get(color);
      if (preH && curH) {
        for (const [role, n] of preH) {
          const piece = { role, color }, curN = curH.get(role) || 0;
          if (curN < n) {
            const handPieceOffset = current2.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)), bounds = current2.dom.bounds.board.bounds(), outPos = handPieceOffset && bounds ? posOfOutsideEl(handPieceOffset.left, handPieceOffset.top, sentePov(current2.orientation), current2.dimensions, bounds) : void 0;
            if (outPos) missings.push({ pos: outPos, piece });
          }
        }
      }
    }
  }
  for (const newP of news) {
    const preP = closer(newP, missings.filter((p) => {
      if (samePiece(newP.piece, p.piece)) return true;
      const pRole = current2.promotion.promotesTo(p.piece.role), pPiece = pRole && { color: p.piece.color, role: pRole };
      const nRole = current2.promotion.promotesTo(newP.piece.role), nPiece = nRole && { color: newP.piece.color, role: nRole };
      return !!pPiece && samePiece(newP.piece, pPiece) || !!nPiece && samePiece(nPiece, p.piece);
    }));
    if (preP) {
      const vector = [preP.pos[0] - newP.pos[0], preP.pos[1] - newP.pos[1]];
      anims.set(newP.key, vector.concat(vector));
      if (preP.key) animedOrigs.push(preP.key);
      if (!samePiece(newP.piece, preP.piece) && newP.key) promotions.set(newP.key, preP.piece);
    }
  }
  for (const p of missings) {
    if (p.key && !animedOrigs.includes(p.key)) fadings.set(p.key, p.piece);
  }
  return { anims, fadings, promotions };
}
function step(state2, now) {
  const cur = state2.animation.current;
  if (cur === void 0) {
    if (!state2.dom.destroyed) state2.dom.redrawNow();
    return;
  }
  const rest = 1 - (now - cur.start) * cur.frequency;
  if (rest <= 0) {
    state2.animation.current = void 0;
    state2.dom.redrawNow();
  } else {
    const ease = easing(rest);
    for (const cfg of cur.plan.anims.values()) {
      cfg[2] = cfg[0] * ease;
      cfg[3] = cfg[1] * ease;
    }
    state2.dom.redrawNow(true);
    requestAnimationFrame((now2 = performance.now()) => step(state2, now2));
  }
}
function animate(mutation, state2) {
  var _a;
  const prevPieces = new Map(state2.pieces), prevHands = /* @__PURE__ */ new Map([["sente", new Map(state2.hands.handMap.get("sente"))], ["gote", new Map(state2.hands.handMap.get("gote"))]]);
  const result = mutation(state2), plan = computePlan(prevPieces, prevHands, state2);
  if (plan.anims.size || plan.fadings.size) {
    const alreadyRunning = ((_a = state2.animation.current) === null || _a === void 0 ? void 0 : _a.start) !== void 0;
    state2.animation.current = { start: performance.now(), frequency: 1 / Math.max(state2.animation.duration, 1), plan };
    if (!alreadyRunning) step(state2, performance.now());
  } else {
    state2.dom.redraw();
  }
  return result;
}
function easing(t2) {
  return t2 < 0.5 ? 4 * t2 * t2 * t2 : (t2 - 1) * (2 * t2 - 2) * (2 * t2 - 2) + 1;
}

// node_modules/shogiground/esm/shapes.js
function createSVGElement(tagName2) {
  return document.createElementNS("http://www.w3.org/2000/svg", tagName2);
}
var outsideArrowHash = "outsideArrow";
function renderShapes(state2, svg, customSvg, freePieces) {
  const d = state2.drawable, curD = d.current, cur = (curD === null || curD === void 0 ? void 0 : curD.dest) ? curD : void 0, outsideArrow = !!curD && !cur, arrowDests = /* @__PURE__ */ new Map(), pieceMap = /* @__PURE__ */ new Map();
  const hashBounds = () => {
    const bounds = state2.dom.bounds.board.bounds();
    return bounds && bounds.width.toString() + bounds.height || "";
  };
  for (const s of d.shapes.concat(d.autoShapes).concat(cur ? [cur] : [])) {
    const destName = isPiece(s.dest) ? pieceNameOf(s.dest) : s.dest;
    if (!samePieceOrKey(s.dest, s.orig)) arrowDests.set(destName, (arrowDests.get(destName) || 0) + 1);
  }
  for (const s of d.shapes.concat(cur ? [cur] : []).concat(d.autoShapes)) {
    if (s.piece && !isPiece(s.orig)) pieceMap.set(s.orig, s);
  }
  const pieceShapes = [...pieceMap.values()].map((s) => {
    return { shape: s, hash: shapeHash(s, arrowDests, false, hashBounds) };
  });
  const shapes = d.shapes.concat(d.autoShapes).map((s) => {
    return { shape: s, hash: shapeHash(s, arrowDests, false, hashBounds) };
  });
  if (cur) shapes.push({ shape: cur, hash: shapeHash(cur, arrowDests, true, hashBounds), current: true });
  const fullHash = shapes.map((sc) => sc.hash).join(";") + (outsideArrow ? outsideArrowHash : "");
  if (fullHash === state2.drawable.prevSvgHash) return;
  state2.drawable.prevSvgHash = fullHash;
  const defsEl = svg.querySelector("defs"), shapesEl = svg.querySelector("g"), customSvgsEl = customSvg.querySelector("g");
  syncDefs(shapes, outsideArrow ? curD : void 0, defsEl);
  syncShapes(shapes.filter((s) => !s.shape.customSvg && (!s.shape.piece || s.current)), shapesEl, (shape) => renderSVGShape(state2, shape, arrowDests), outsideArrow);
  syncShapes(shapes.filter((s) => s.shape.customSvg), customSvgsEl, (shape) => renderSVGShape(state2, shape, arrowDests));
  syncShapes(pieceShapes, freePieces, (shape) => renderPiece(state2, shape));
  if (!outsideArrow && curD) curD.arrow = void 0;
  if (outsideArrow && !curD.arrow) {
    const orig = pieceOrKeyToPos(curD.orig, state2);
    if (orig) {
      const g = setAttributes(createSVGElement("g"), { class: shapeClass(curD.brush, true, true), sgHash: outsideArrowHash }), el2 = renderArrow(curD.brush, orig, orig, state2.squareRatio, true, false);
      g.appendChild(el2);
      curD.arrow = el2;
      shapesEl.appendChild(g);
    }
  }
}
function syncDefs(shapes, outsideShape, defsEl) {
  const brushes2 = /* @__PURE__ */ new Set();
  for (const s of shapes) {
    if (!samePieceOrKey(s.shape.dest, s.shape.orig)) brushes2.add(s.shape.brush);
  }
  if (outsideShape) brushes2.add(outsideShape.brush);
  const keysInDom = /* @__PURE__ */ new Set();
  let el2 = defsEl.firstElementChild;
  while (el2) {
    keysInDom.add(el2.getAttribute("sgKey"));
    el2 = el2.nextElementSibling;
  }
  for (const key of brushes2) {
    const brush = key || "primary";
    if (!keysInDom.has(brush)) defsEl.appendChild(renderMarker(brush));
  }
}
function syncShapes(shapes, root, renderShape, outsideArrow) {
  const hashesInDom = /* @__PURE__ */ new Map(), toRemove = [];
  for (const sc of shapes) hashesInDom.set(sc.hash, false);
  if (outsideArrow) hashesInDom.set(outsideArrowHash, true);
  let el2 = root.firstElementChild, elHash;
  while (el2) {
    elHash = el2.getAttribute("sgHash");
    if (hashesInDom.has(elHash)) hashesInDom.set(elHash, true);
    else toRemove.push(el2);
    el2 = el2.nextElementSibling;
  }
  for (const el22 of toRemove) root.removeChild(el22);
  for (const sc of shapes) {
    if (!hashesInDom.get(sc.hash)) {
      const shapeEl = renderShape(sc);
      if (shapeEl) root.appendChild(shapeEl);
    }
  }
}
function shapeHash({ orig, dest, brush, piece, customSvg, description }, arrowDests, current2, boundHash) {
  return [current2, (isPiece(orig) || isPiece(dest)) && boundHash(), isPiece(orig) ? pieceHash(orig) : orig, isPiece(dest) ? pieceHash(dest) : dest, brush, (arrowDests.get(isPiece(dest) ? pieceNameOf(dest) : dest) || 0) > 1, piece && pieceHash(piece), customSvg && customSvgHash(customSvg), description].filter((x) => x).join(",");
}
function pieceHash(piece) {
  return [piece.color, piece.role, piece.scale].filter((x) => x).join(",");
}
function customSvgHash(s) {
  let h2 = 0;
  for (let i = 0; i < s.length; i++) {
    h2 = (h2 << 5) - h2 + s.charCodeAt(i) >>> 0;
  }
  return "custom-" + h2.toString();
}
function renderSVGShape(state2, { shape, current: current2, hash }, arrowDests) {
  const orig = pieceOrKeyToPos(shape.orig, state2);
  if (!orig) return;
  if (shape.customSvg) {
    return renderCustomSvg(shape.brush, shape.customSvg, orig, state2.squareRatio);
  } else {
    let el2;
    const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state2);
    if (dest) {
      el2 = renderArrow(shape.brush, orig, dest, state2.squareRatio, !!current2, (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1);
    } else if (samePieceOrKey(shape.dest, shape.orig)) {
      let ratio = state2.squareRatio;
      if (isPiece(shape.orig)) {
        const pieceBounds = state2.dom.bounds.hands.pieceBounds().get(pieceNameOf(shape.orig)), bounds = state2.dom.bounds.board.bounds();
        if (pieceBounds && bounds) {
          const heightBase = pieceBounds.height / (bounds.height / state2.dimensions.ranks);
          ratio = [heightBase * state2.squareRatio[0], heightBase * state2.squareRatio[1]];
        }
      }
      el2 = renderEllipse(orig, ratio, !!current2);
    }
    if (el2) {
      const g = setAttributes(createSVGElement("g"), { class: shapeClass(shape.brush, !!current2, false), sgHash: hash });
      g.appendChild(el2);
      const descEl = shape.description && renderDescription(state2, shape, arrowDests);
      if (descEl) g.appendChild(descEl);
      return g;
    } else return;
  }
}
function renderCustomSvg(brush, customSvg, pos, ratio) {
  const [x, y2] = pos;
  const g = setAttributes(createSVGElement("g"), { transform: `translate(${x},${y2})` });
  const svg = setAttributes(createSVGElement("svg"), { class: brush, width: ratio[0], height: ratio[1], viewBox: `0 0 ${ratio[0] * 10} ${ratio[1] * 10}` });
  g.appendChild(svg);
  svg.innerHTML = customSvg;
  return g;
}
function renderEllipse(pos, ratio, current2) {
  const o = pos, widths = ellipseWidth(ratio);
  return setAttributes(createSVGElement("ellipse"), { "stroke-width": widths[current2 ? 0 : 1], fill: "none", cx: o[0], cy: o[1], rx: ratio[0] / 2 - widths[1] / 2, ry: ratio[1] / 2 - widths[1] / 2 });
}
function renderArrow(brush, orig, dest, ratio, current2, shorten) {
  const m = arrowMargin(shorten && !current2, ratio), a = orig, b = dest, dx = b[0] - a[0], dy = b[1] - a[1], angle = Math.atan2(dy, dx), xo = Math.cos(angle) * m, yo = Math.sin(angle) * m;
  return setAttributes(createSVGElement("line"), { "stroke-width": lineWidth(current2, ratio), "stroke-linecap": "round", "marker-end": "url(#arrowhead-" + (brush || "primary") + ")", x1: a[0], y1: a[1], x2: b[0] - xo, y2: b[1] - yo });
}
function renderPiece(state2, { shape }) {
  if (!shape.piece || isPiece(shape.orig)) return;
  const orig = shape.orig, scale = (shape.piece.scale || 1) * (state2.scaleDownPieces ? 0.5 : 1);
  const pieceEl = createEl("piece", pieceNameOf(shape.piece));
  pieceEl.sgKey = orig;
  pieceEl.sgScale = scale;
  translateRel(pieceEl, posToTranslateRel(state2.dimensions)(key2pos(orig), sentePov(state2.orientation)), state2.scaleDownPieces ? 0.5 : 1, scale);
  return pieceEl;
}
function renderDescription(state2, shape, arrowDests) {
  const orig = pieceOrKeyToPos(shape.orig, state2);
  if (!orig || !shape.description) return;
  const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state2), diff = dest ? [dest[0] - orig[0], dest[1] - orig[1]] : [0, 0], offset = (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1 ? 0.3 : 0.15, close = (diff[0] === 0 || Math.abs(diff[0]) === state2.squareRatio[0]) && (diff[1] === 0 || Math.abs(diff[1]) === state2.squareRatio[1]), ratio = dest ? 0.55 - (close ? offset : 0) : 0, mid = [orig[0] + diff[0] * ratio, orig[1] + diff[1] * ratio], textLength = shape.description.length;
  const g = setAttributes(createSVGElement("g"), { class: "description" }), circle = setAttributes(createSVGElement("ellipse"), { cx: mid[0], cy: mid[1], rx: textLength + 1.5, ry: 2.5 }), text = setAttributes(createSVGElement("text"), { x: mid[0], y: mid[1], "text-anchor": "middle", "dominant-baseline": "central" });
  g.appendChild(circle);
  text.appendChild(document.createTextNode(shape.description));
  g.appendChild(text);
  return g;
}
function renderMarker(brush) {
  const marker = setAttributes(createSVGElement("marker"), { id: "arrowhead-" + brush, orient: "auto", markerWidth: 4, markerHeight: 8, refX: 2.05, refY: 2.01 });
  marker.appendChild(setAttributes(createSVGElement("path"), { d: "M0,0 V4 L3,2 Z" }));
  marker.setAttribute("sgKey", brush);
  return marker;
}
function setAttributes(el2, attrs) {
  for (const key in attrs) {
    if (Object.prototype.hasOwnProperty.call(attrs, key)) el2.setAttribute(key, attrs[key]);
  }
  return el2;
}
function pos2user(pos, color, dims, ratio) {
  return color === "sente" ? [(dims.files - 1 - pos[0]) * ratio[0], pos[1] * ratio[1]] : [pos[0] * ratio[0], (dims.ranks - 1 - pos[1]) * ratio[1]];
}
function isPiece(x) {
  return typeof x === "object";
}
function samePieceOrKey(kp1, kp2) {
  return isPiece(kp1) && isPiece(kp2) && samePiece(kp1, kp2) || kp1 === kp2;
}
function usesBounds(shapes) {
  return shapes.some((s) => isPiece(s.orig) || isPiece(s.dest));
}
function shapeClass(brush, current2, outside) {
  return brush + (current2 ? " current" : "") + (outside ? " outside" : "");
}
function ratioAverage(ratio) {
  return (ratio[0] + ratio[1]) / 2;
}
function ellipseWidth(ratio) {
  return [3 / 64 * ratioAverage(ratio), 4 / 64 * ratioAverage(ratio)];
}
function lineWidth(current2, ratio) {
  return (current2 ? 8.5 : 10) / 64 * ratioAverage(ratio);
}
function arrowMargin(shorten, ratio) {
  return (shorten ? 20 : 10) / 64 * ratioAverage(ratio);
}
function pieceOrKeyToPos(kp, state2) {
  if (isPiece(kp)) {
    const pieceBounds = state2.dom.bounds.hands.pieceBounds().get(pieceNameOf(kp)), bounds = state2.dom.bounds.board.bounds(), offset = sentePov(state2.orientation) ? [0.5, -0.5] : [-0.5, 0.5], pos = pieceBounds && bounds && posOfOutsideEl(pieceBounds.left + pieceBounds.width / 2, pieceBounds.top + pieceBounds.height / 2, sentePov(state2.orientation), state2.dimensions, bounds);
    return pos && pos2user([pos[0] + offset[0], pos[1] + offset[1]], state2.orientation, state2.dimensions, state2.squareRatio);
  } else return pos2user(key2pos(kp), state2.orientation, state2.dimensions, state2.squareRatio);
}

// node_modules/shogiground/esm/draw.js
var brushes = ["primary", "alternative0", "alternative1", "alternative2"];
function start(state2, e) {
  if (e.touches && e.touches.length > 1) return;
  e.stopPropagation();
  e.preventDefault();
  if (e.ctrlKey) unselect(state2);
  else cancelMoveOrDrop(state2);
  const pos = eventPosition(e), bounds = state2.dom.bounds.board.bounds(), orig = pos && bounds && getKeyAtDomPos(pos, sentePov(state2.orientation), state2.dimensions, bounds), piece = state2.drawable.piece;
  if (!orig) return;
  state2.drawable.current = { orig, dest: void 0, pos, piece, brush: eventBrush(e, isRightButton(e) || state2.drawable.forced) };
  processDraw(state2);
}
function startFromHand(state2, piece, e) {
  if (e.touches && e.touches.length > 1) return;
  e.stopPropagation();
  e.preventDefault();
  if (e.ctrlKey) unselect(state2);
  else cancelMoveOrDrop(state2);
  const pos = eventPosition(e);
  if (!pos) return;
  state2.drawable.current = { orig: piece, dest: void 0, pos, brush: eventBrush(e, isRightButton(e) || state2.drawable.forced) };
  processDraw(state2);
}
function processDraw(state2) {
  requestAnimationFrame(() => {
    const cur = state2.drawable.current, bounds = state2.dom.bounds.board.bounds();
    if (cur && bounds) {
      const dest = getKeyAtDomPos(cur.pos, sentePov(state2.orientation), state2.dimensions, bounds) || getHandPieceAtDomPos(cur.pos, state2.hands.roles, state2.dom.bounds.hands.pieceBounds());
      if (cur.dest !== dest && !(cur.dest && dest && samePieceOrKey(dest, cur.dest))) {
        cur.dest = dest;
        state2.dom.redrawNow();
      }
      const outPos = posOfOutsideEl(cur.pos[0], cur.pos[1], sentePov(state2.orientation), state2.dimensions, bounds);
      if (!cur.dest && cur.arrow && outPos) {
        const dest2 = pos2user(outPos, state2.orientation, state2.dimensions, state2.squareRatio);
        setAttributes(cur.arrow, { x2: dest2[0] - state2.squareRatio[0] / 2, y2: dest2[1] - state2.squareRatio[1] / 2 });
      }
      processDraw(state2);
    }
  });
}
function move(state2, e) {
  if (state2.drawable.current) state2.drawable.current.pos = eventPosition(e);
}
function end(state2, _) {
  const cur = state2.drawable.current;
  if (cur) {
    addShape(state2.drawable, cur);
    cancel(state2);
  }
}
function cancel(state2) {
  if (state2.drawable.current) {
    state2.drawable.current = void 0;
    state2.dom.redraw();
  }
}
function clear(state2) {
  const drawableLength = state2.drawable.shapes.length;
  if (drawableLength || state2.drawable.piece) {
    state2.drawable.shapes = [];
    state2.drawable.piece = void 0;
    state2.dom.redraw();
    if (drawableLength) onChange(state2.drawable);
  }
}
function setDrawPiece(state2, piece) {
  if (state2.drawable.piece && samePiece(state2.drawable.piece, piece)) state2.drawable.piece = void 0;
  else state2.drawable.piece = piece;
  state2.dom.redraw();
}
function eventBrush(e, allowFirstModifier) {
  var _a;
  const modA = allowFirstModifier && (e.shiftKey || e.ctrlKey), modB = e.altKey || e.metaKey || ((_a = e.getModifierState) === null || _a === void 0 ? void 0 : _a.call(e, "AltGraph"));
  return brushes[(modA ? 1 : 0) + (modB ? 2 : 0)];
}
function addShape(drawable, cur) {
  if (!cur.dest) return;
  const similarShape = (s) => cur.dest && samePieceOrKey(cur.orig, s.orig) && samePieceOrKey(cur.dest, s.dest);
  const piece = cur.piece;
  cur.piece = void 0;
  const similar = drawable.shapes.find(similarShape), removePiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && samePiece(piece, s.piece)), diffPiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && !samePiece(piece, s.piece));
  if (similar) drawable.shapes = drawable.shapes.filter((s) => !similarShape(s));
  if (!isPiece(cur.orig) && piece && !removePiece) {
    drawable.shapes.push({ orig: cur.orig, dest: cur.orig, piece, brush: cur.brush });
    if (!samePieceOrKey(cur.orig, cur.dest)) drawable.shapes.push({ orig: cur.orig, dest: cur.orig, brush: cur.brush });
  }
  if (!similar || diffPiece || similar.brush !== cur.brush) drawable.shapes.push(cur);
  onChange(drawable);
}
function onChange(drawable) {
  if (drawable.onChange) drawable.onChange(drawable.shapes);
}

// node_modules/shogiground/esm/drag.js
function start2(s, e) {
  var _a;
  const bounds = s.dom.bounds.board.bounds(), position = eventPosition(e), orig = bounds && position && getKeyAtDomPos(position, sentePov(s.orientation), s.dimensions, bounds);
  if (!orig) return;
  const piece = s.pieces.get(orig), previouslySelected = s.selected;
  if (!previouslySelected && s.drawable.enabled && (s.drawable.eraseOnClick || !piece || piece.color !== s.turnColor)) clear(s);
  if (e.cancelable !== false && (!e.touches || s.blockTouchScroll || s.selectedPiece || piece || previouslySelected || pieceCloseTo(s, position, bounds))) e.preventDefault();
  const hadPremove = !!s.premovable.current;
  const hadPredrop = !!s.predroppable.current;
  if (s.selectable.deleteOnTouch) deletePiece(s, orig);
  else if (s.selected) {
    if (!promotionDialogMove(s, s.selected, orig)) {
      if (canMove(s, s.selected, orig)) anim((state2) => selectSquare(state2, orig), s);
      else selectSquare(s, orig);
    }
  } else if (s.selectedPiece) {
    if (!promotionDialogDrop(s, s.selectedPiece, orig)) {
      if (canDrop(s, s.selectedPiece, orig)) anim((state2) => selectSquare(state2, orig), s);
      else selectSquare(s, orig);
    }
  } else {
    selectSquare(s, orig);
  }
  const stillSelected = s.selected === orig, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged;
  if (piece && draggedEl && stillSelected && isDraggable(s, piece)) {
    const touch = e.type === "touchstart";
    s.draggable.current = { piece, pos: position, origPos: position, started: s.draggable.autoDistance && !touch, spare: false, touch, originTarget: e.target, fromBoard: { orig, previouslySelected, keyHasChanged: false } };
    draggedEl.sgColor = piece.color;
    draggedEl.sgRole = piece.role;
    draggedEl.className = `dragging ${pieceNameOf(piece)}`;
    draggedEl.classList.toggle("touch", touch);
    processDrag(s);
  } else {
    if (hadPremove) unsetPremove(s);
    if (hadPredrop) unsetPredrop(s);
  }
  s.dom.redraw();
}
function pieceCloseTo(s, pos, bounds) {
  const asSente = sentePov(s.orientation), radiusSq = Math.pow(bounds.width / s.dimensions.files, 2);
  for (const key of s.pieces.keys()) {
    const center = computeSquareCenter(key, asSente, s.dimensions, bounds);
    if (distanceSq(center, pos) <= radiusSq) return true;
  }
  return false;
}
function dragNewPiece(s, piece, e, spare2) {
  var _a;
  const previouslySelectedPiece = s.selectedPiece, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, position = eventPosition(e), touch = e.type === "touchstart";
  if (!previouslySelectedPiece && !spare2 && s.drawable.enabled && s.drawable.eraseOnClick) clear(s);
  if (!spare2 && s.selectable.deleteOnTouch) removeFromHand(s, piece);
  else selectPiece(s, piece, spare2);
  const hadPremove = !!s.premovable.current, hadPredrop = !!s.predroppable.current, stillSelected = s.selectedPiece && samePiece(s.selectedPiece, piece);
  if (draggedEl && position && s.selectedPiece && stillSelected && isDraggable(s, piece)) {
    s.draggable.current = { piece: s.selectedPiece, pos: position, origPos: position, touch, started: s.draggable.autoDistance && !touch, spare: !!spare2, originTarget: e.target, fromOutside: { originBounds: !spare2 ? s.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)) : void 0, leftOrigin: false, previouslySelectedPiece: !spare2 ? previouslySelectedPiece : void 0 } };
    draggedEl.sgColor = piece.color;
    draggedEl.sgRole = piece.role;
    draggedEl.className = `dragging ${pieceNameOf(piece)}`;
    draggedEl.classList.toggle("touch", touch);
    processDrag(s);
  } else {
    if (hadPremove) unsetPremove(s);
    if (hadPredrop) unsetPredrop(s);
  }
  s.dom.redraw();
}
function processDrag(s) {
  requestAnimationFrame(() => {
    var _a, _b, _c, _d;
    const cur = s.draggable.current, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, bounds = s.dom.bounds.board.bounds();
    if (!cur || !draggedEl || !bounds) return;
    if (((_b = cur.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) && ((_c = s.animation.current) === null || _c === void 0 ? void 0 : _c.plan.anims.has(cur.fromBoard.orig))) s.animation.current = void 0;
    const origPiece = cur.fromBoard ? s.pieces.get(cur.fromBoard.orig) : cur.piece;
    if (!origPiece || !samePiece(origPiece, cur.piece)) cancel2(s);
    else {
      if (!cur.started && distanceSq(cur.pos, cur.origPos) >= Math.pow(s.draggable.distance, 2)) {
        cur.started = true;
        s.dom.redraw();
      }
      if (cur.started) {
        translateAbs(draggedEl, [cur.pos[0] - bounds.left - bounds.width / (s.dimensions.files * 2), cur.pos[1] - bounds.top - bounds.height / (s.dimensions.ranks * 2)], s.scaleDownPieces ? 0.5 : 1);
        if (!draggedEl.sgDragging) {
          draggedEl.sgDragging = true;
          setDisplay(draggedEl, true);
        }
        const hover = getKeyAtDomPos(cur.pos, sentePov(s.orientation), s.dimensions, bounds);
        if (cur.fromBoard) cur.fromBoard.keyHasChanged = cur.fromBoard.keyHasChanged || cur.fromBoard.orig !== hover;
        else if (cur.fromOutside) cur.fromOutside.leftOrigin = cur.fromOutside.leftOrigin || !!cur.fromOutside.originBounds && !isInsideRect(cur.fromOutside.originBounds, cur.pos);
        if (hover !== s.hovered) {
          updateHoveredSquares(s, hover);
          if (cur.touch && ((_d = s.dom.elements.board) === null || _d === void 0 ? void 0 : _d.squareOver)) {
            if (hover && s.draggable.showTouchSquareOverlay) {
              translateAbs(s.dom.elements.board.squareOver, posToTranslateAbs(s.dimensions, bounds)(key2pos(hover), sentePov(s.orientation)), 1);
              setDisplay(s.dom.elements.board.squareOver, true);
            } else {
              setDisplay(s.dom.elements.board.squareOver, false);
            }
          }
        }
      }
    }
    processDrag(s);
  });
}
function move2(s, e) {
  if (s.draggable.current && (!e.touches || e.touches.length < 2)) {
    s.draggable.current.pos = eventPosition(e);
  } else if ((s.selected || s.selectedPiece || s.highlight.hovered) && !s.draggable.current && (!e.touches || e.touches.length < 2)) {
    const bounds = s.dom.bounds.board.bounds(), hover = bounds && getKeyAtDomPos(eventPosition(e), sentePov(s.orientation), s.dimensions, bounds);
    if (hover !== s.hovered) updateHoveredSquares(s, hover);
  }
}
function end2(s, e) {
  var _a, _b, _c;
  const cur = s.draggable.current;
  if (!cur) return;
  if (e.type === "touchend" && e.cancelable !== false) e.preventDefault();
  if (e.type === "touchend" && cur.originTarget !== e.target && !cur.fromOutside) {
    s.draggable.current = void 0;
    if (s.hovered && !s.highlight.hovered) updateHoveredSquares(s, void 0);
    return;
  }
  unsetPremove(s);
  unsetPredrop(s);
  const eventPos = eventPosition(e) || cur.pos, bounds = s.dom.bounds.board.bounds(), dest = bounds && getKeyAtDomPos(eventPos, sentePov(s.orientation), s.dimensions, bounds);
  if (dest && cur.started && ((_a = cur.fromBoard) === null || _a === void 0 ? void 0 : _a.orig) !== dest) {
    if (cur.fromOutside && !promotionDialogDrop(s, cur.piece, dest)) userDrop(s, cur.piece, dest);
    else if (cur.fromBoard && !promotionDialogMove(s, cur.fromBoard.orig, dest)) userMove(s, cur.fromBoard.orig, dest);
  } else if (s.draggable.deleteOnDropOff && !dest) {
    if (cur.fromBoard) s.pieces.delete(cur.fromBoard.orig);
    else if (cur.fromOutside && !cur.spare) removeFromHand(s, cur.piece);
    if (s.draggable.addToHandOnDropOff) {
      const handBounds = s.dom.bounds.hands.bounds(), handBoundsTop = handBounds.get("top"), handBoundsBottom = handBounds.get("bottom");
      if (handBoundsTop && isInsideRect(handBoundsTop, cur.pos)) addToHand(s, { color: opposite(s.orientation), role: cur.piece.role });
      else if (handBoundsBottom && isInsideRect(handBoundsBottom, cur.pos)) addToHand(s, { color: s.orientation, role: cur.piece.role });
      unselect(s);
    }
    callUserFunction(s.events.change);
  }
  if (cur.fromBoard && (cur.fromBoard.orig === cur.fromBoard.previouslySelected || cur.fromBoard.keyHasChanged) && (cur.fromBoard.orig === dest || !dest)) {
    unselect2(s, cur, dest);
  } else if (!dest && ((_b = cur.fromOutside) === null || _b === void 0 ? void 0 : _b.leftOrigin) || ((_c = cur.fromOutside) === null || _c === void 0 ? void 0 : _c.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos) && cur.fromOutside.previouslySelectedPiece && samePiece(cur.fromOutside.previouslySelectedPiece, cur.piece)) {
    unselect2(s, cur, dest);
  } else if (!s.selectable.enabled && !s.promotion.current) {
    unselect2(s, cur, dest);
  }
  s.draggable.current = void 0;
  if (!s.highlight.hovered && !s.promotion.current) s.hovered = void 0;
  s.dom.redraw();
}
function unselect2(s, cur, dest) {
  var _a;
  if (cur.fromBoard && cur.fromBoard.orig === dest) callUserFunction(s.events.unselect, cur.fromBoard.orig);
  else if (((_a = cur.fromOutside) === null || _a === void 0 ? void 0 : _a.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos)) callUserFunction(s.events.pieceUnselect, cur.piece);
  unselect(s);
}
function cancel2(s) {
  if (s.draggable.current) {
    s.draggable.current = void 0;
    if (!s.highlight.hovered) s.hovered = void 0;
    unselect(s);
    s.dom.redraw();
  }
}
function unwantedEvent(e) {
  return !e.isTrusted || e.button !== void 0 && e.button !== 0 || !!e.touches && e.touches.length > 1;
}
function validDestToHover(s, key) {
  return !!s.selected && (canMove(s, s.selected, key) || canPremove(s, s.selected, key)) || !!s.selectedPiece && (canDrop(s, s.selectedPiece, key) || canPredrop(s, s.selectedPiece, key));
}
function updateHoveredSquares(s, key) {
  var _a;
  const sqaureEls = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.squares.children;
  if (!sqaureEls || s.promotion.current) return;
  const prevHover = s.hovered;
  if (s.highlight.hovered || key && validDestToHover(s, key)) s.hovered = key;
  else s.hovered = void 0;
  const asSente = sentePov(s.orientation), curIndex = s.hovered && domSquareIndexOfKey(s.hovered, asSente, s.dimensions), curHoverEl = curIndex !== void 0 && sqaureEls[curIndex];
  if (curHoverEl) curHoverEl.classList.add("hover");
  const prevIndex = prevHover && domSquareIndexOfKey(prevHover, asSente, s.dimensions), prevHoverEl = prevIndex !== void 0 && sqaureEls[prevIndex];
  if (prevHoverEl) prevHoverEl.classList.remove("hover");
}

// node_modules/shogiground/esm/coords.js
function coords(notation) {
  switch (notation) {
    case "dizhi":
      return ["", "", "", "", "亥", "戌", "酉", "申", "未", "午", "巳", "辰", "卯", "寅", "丑", "子"];
    case "japanese":
      return ["十六", "十五", "十四", "十三", "十二", "十一", "十", "九", "八", "七", "六", "五", "四", "三", "二", "一"];
    case "engine":
      return ["p", "o", "n", "m", "l", "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a"];
    case "hex":
      return ["10", "f", "e", "d", "c", "b", "a", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
    default:
      return ["16", "15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
  }
}

// node_modules/shogiground/esm/wrap.js
function wrapBoard(boardWrap, s) {
  const board = createEl("sg-board");
  const squares = renderSquares(s.dimensions, s.orientation);
  board.appendChild(squares);
  const pieces = createEl("sg-pieces");
  board.appendChild(pieces);
  let dragged, promotion, squareOver;
  if (!s.viewOnly) {
    dragged = createEl("piece");
    setDisplay(dragged, false);
    board.appendChild(dragged);
    promotion = createEl("sg-promotion");
    setDisplay(promotion, false);
    board.appendChild(promotion);
    squareOver = createEl("sg-square-over");
    setDisplay(squareOver, false);
    board.appendChild(squareOver);
  }
  let shapes;
  if (s.drawable.visible) {
    const svg = setAttributes(createSVGElement("svg"), { class: "sg-shapes", viewBox: `-${s.squareRatio[0] / 2} -${s.squareRatio[1] / 2} ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}` });
    svg.appendChild(createSVGElement("defs"));
    svg.appendChild(createSVGElement("g"));
    const customSvg = setAttributes(createSVGElement("svg"), { class: "sg-custom-svgs", viewBox: `0 0 ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}` });
    customSvg.appendChild(createSVGElement("g"));
    const freePieces = createEl("sg-free-pieces");
    board.appendChild(svg);
    board.appendChild(customSvg);
    board.appendChild(freePieces);
    shapes = { svg, freePieces, customSvg };
  }
  if (s.coordinates.enabled) {
    const orientClass = s.orientation === "gote" ? " gote" : "", ranks2 = coords(s.coordinates.ranks), files2 = coords(s.coordinates.files);
    board.appendChild(renderCoords(ranks2, "ranks" + orientClass, s.dimensions.ranks));
    board.appendChild(renderCoords(files2, "files" + orientClass, s.dimensions.files));
  }
  boardWrap.innerHTML = "";
  const dimCls = `d-${s.dimensions.files}x${s.dimensions.ranks}`;
  boardWrap.classList.forEach((c) => {
    if (c.substring(0, 2) === "d-" && c !== dimCls) boardWrap.classList.remove(c);
  });
  boardWrap.classList.add("sg-wrap", dimCls);
  for (const c of colors) boardWrap.classList.toggle("orientation-" + c, s.orientation === c);
  boardWrap.classList.toggle("manipulable", !s.viewOnly);
  boardWrap.appendChild(board);
  let hands2;
  if (s.hands.inlined) {
    const handWrapTop = createEl("sg-hand-wrap", "inlined"), handWrapBottom = createEl("sg-hand-wrap", "inlined");
    boardWrap.insertBefore(handWrapBottom, board.nextElementSibling);
    boardWrap.insertBefore(handWrapTop, board);
    hands2 = { top: handWrapTop, bottom: handWrapBottom };
  }
  return { board, squares, pieces, promotion, squareOver, dragged, shapes, hands: hands2 };
}
function wrapHand(handWrap, pos, s) {
  const hand2 = renderHand2(pos === "top" ? opposite(s.orientation) : s.orientation, s.hands.roles);
  handWrap.innerHTML = "";
  const roleCntCls = `r-${s.hands.roles.length}`;
  handWrap.classList.forEach((c) => {
    if (c.substring(0, 2) === "r-" && c !== roleCntCls) handWrap.classList.remove(c);
  });
  handWrap.classList.add("sg-hand-wrap", `hand-${pos}`, roleCntCls);
  handWrap.appendChild(hand2);
  for (const c of colors) handWrap.classList.toggle("orientation-" + c, s.orientation === c);
  handWrap.classList.toggle("manipulable", !s.viewOnly);
  return hand2;
}
function renderCoords(elems, className, trim) {
  const el2 = createEl("coords", className);
  let f;
  for (const elem of elems.slice(-trim)) {
    f = createEl("coord");
    f.textContent = elem;
    el2.appendChild(f);
  }
  return el2;
}
function renderSquares(dims, orientation) {
  const squares = createEl("sg-squares");
  for (let i = 0; i < dims.ranks * dims.files; i++) {
    const sq = createEl("sq");
    sq.sgKey = orientation === "sente" ? pos2key([dims.files - 1 - i % dims.files, Math.floor(i / dims.files)]) : pos2key([i % dims.files, dims.ranks - 1 - Math.floor(i / dims.files)]);
    squares.appendChild(sq);
  }
  return squares;
}
function renderHand2(color, roles) {
  const hand2 = createEl("sg-hand");
  for (const role of roles) {
    const piece = { role, color }, wrapEl = createEl("sg-hp-wrap"), pieceEl = createEl("piece", pieceNameOf(piece));
    pieceEl.sgColor = color;
    pieceEl.sgRole = role;
    wrapEl.appendChild(pieceEl);
    hand2.appendChild(wrapEl);
  }
  return hand2;
}

// node_modules/shogiground/esm/events.js
function clearBounds(s) {
  s.dom.bounds.board.bounds.clear();
  s.dom.bounds.hands.bounds.clear();
  s.dom.bounds.hands.pieceBounds.clear();
}
function onResize(s) {
  return () => {
    clearBounds(s);
    if (usesBounds(s.drawable.shapes.concat(s.drawable.autoShapes))) s.dom.redrawShapes();
  };
}
function bindBoard(s, boardEls) {
  if ("ResizeObserver" in window) new ResizeObserver(onResize(s)).observe(boardEls.board);
  if (s.viewOnly) return;
  const piecesEl = boardEls.pieces, promotionEl = boardEls.promotion;
  const onStart = startDragOrDraw(s);
  piecesEl.addEventListener("touchstart", onStart, { passive: false });
  piecesEl.addEventListener("mousedown", onStart, { passive: false });
  if (s.disableContextMenu || s.drawable.enabled) piecesEl.addEventListener("contextmenu", (e) => e.preventDefault());
  if (promotionEl) {
    const pieceSelection = (e) => promote(s, e);
    promotionEl.addEventListener("click", pieceSelection);
    if (s.disableContextMenu) promotionEl.addEventListener("contextmenu", (e) => e.preventDefault());
  }
}
function bindHand(s, handEl) {
  if ("ResizeObserver" in window) new ResizeObserver(onResize(s)).observe(handEl);
  if (s.viewOnly) return;
  const onStart = startDragFromHand(s);
  handEl.addEventListener("mousedown", onStart, { passive: false });
  handEl.addEventListener("touchstart", onStart, { passive: false });
  handEl.addEventListener("click", () => {
    if (s.promotion.current) {
      cancelPromotion(s);
      s.dom.redraw();
    }
  });
  if (s.disableContextMenu || s.drawable.enabled) handEl.addEventListener("contextmenu", (e) => e.preventDefault());
}
function bindDocument(s) {
  const unbinds = [];
  if (!("ResizeObserver" in window)) {
    unbinds.push(unbindable(document.body, "shogiground.resize", onResize(s)));
  }
  if (!s.viewOnly) {
    const onmove = dragOrDraw(s, move2, move), onend = dragOrDraw(s, end2, end);
    for (const ev of ["touchmove", "mousemove"]) unbinds.push(unbindable(document, ev, onmove));
    for (const ev of ["touchend", "mouseup"]) unbinds.push(unbindable(document, ev, onend));
    unbinds.push(unbindable(document, "scroll", () => clearBounds(s), { capture: true, passive: true }));
    unbinds.push(unbindable(window, "resize", () => clearBounds(s), { passive: true }));
  }
  return () => unbinds.forEach((f) => f());
}
function unbindable(el2, eventName, callback, options) {
  el2.addEventListener(eventName, callback, options);
  return () => el2.removeEventListener(eventName, callback, options);
}
function startDragOrDraw(s) {
  return (e) => {
    if (s.draggable.current) cancel2(s);
    else if (s.drawable.current) cancel(s);
    else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
      if (s.drawable.enabled) start(s, e);
    } else if (!s.viewOnly && !unwantedEvent(e)) start2(s, e);
  };
}
function dragOrDraw(s, withDrag, withDraw) {
  return (e) => {
    if (s.drawable.current) {
      if (s.drawable.enabled) withDraw(s, e);
    } else if (!s.viewOnly) withDrag(s, e);
  };
}
function startDragFromHand(s) {
  return (e) => {
    if (s.promotion.current) return;
    const pos = eventPosition(e), piece = pos && getHandPieceAtDomPos(pos, s.hands.roles, s.dom.bounds.hands.pieceBounds());
    if (piece) {
      if (s.draggable.current) cancel2(s);
      else if (s.drawable.current) cancel(s);
      else if (isMiddleButton(e)) {
        if (s.drawable.enabled) {
          if (e.cancelable !== false) e.preventDefault();
          setDrawPiece(s, piece);
        }
      } else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
        if (s.drawable.enabled) startFromHand(s, piece, e);
      } else if (!s.viewOnly && !unwantedEvent(e)) {
        if (e.cancelable !== false) e.preventDefault();
        dragNewPiece(s, piece, e);
      }
    }
  };
}
function promote(s, e) {
  e.stopPropagation();
  const target2 = e.target, cur = s.promotion.current;
  if (target2 && isPieceNode(target2) && cur) {
    const piece = { color: target2.sgColor, role: target2.sgRole }, prom = !samePiece(cur.piece, piece);
    if (cur.dragged || s.turnColor !== s.activeColor && s.activeColor !== "both") {
      if (s.selected) userMove(s, s.selected, cur.key, prom);
      else if (s.selectedPiece) userDrop(s, s.selectedPiece, cur.key, prom);
    } else anim((s2) => selectSquare(s2, cur.key, prom), s);
    callUserFunction(s.promotion.events.after, piece);
  } else anim((s2) => cancelPromotion(s2), s);
  s.promotion.current = void 0;
  s.dom.redraw();
}

// node_modules/shogiground/esm/render.js
function render2(s, boardEls) {
  var _a, _b, _c;
  const asSente = sentePov(s.orientation), scaleDown = s.scaleDownPieces ? 0.5 : 1, posToTranslate = posToTranslateRel(s.dimensions), squaresEl = boardEls.squares, piecesEl = boardEls.pieces, draggedEl = boardEls.dragged, squareOverEl = boardEls.squareOver, promotionEl = boardEls.promotion, pieces = s.pieces, curAnim = s.animation.current, anims = curAnim ? curAnim.plan.anims : /* @__PURE__ */ new Map(), fadings = curAnim ? curAnim.plan.fadings : /* @__PURE__ */ new Map(), promotions = curAnim ? curAnim.plan.promotions : /* @__PURE__ */ new Map(), curDrag = s.draggable.current, curPromKey = ((_a = s.promotion.current) === null || _a === void 0 ? void 0 : _a.dragged) ? s.selected : void 0, squares = computeSquareClasses(s), samePieces = /* @__PURE__ */ new Set(), movedPieces = /* @__PURE__ */ new Map();
  if (!curDrag && (draggedEl === null || draggedEl === void 0 ? void 0 : draggedEl.sgDragging)) {
    draggedEl.sgDragging = false;
    setDisplay(draggedEl, false);
    if (squareOverEl) setDisplay(squareOverEl, false);
  }
  let k, el2, pieceAtKey, elPieceName, anim2, fading, prom, pMvdset, pMvd;
  el2 = piecesEl.firstElementChild;
  while (el2) {
    if (isPieceNode(el2)) {
      k = el2.sgKey;
      pieceAtKey = pieces.get(k);
      anim2 = anims.get(k);
      fading = fadings.get(k);
      prom = promotions.get(k);
      elPieceName = pieceNameOf({ color: el2.sgColor, role: el2.sgRole });
      if (((curDrag === null || curDrag === void 0 ? void 0 : curDrag.started) && ((_b = curDrag.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) === k || curPromKey && curPromKey === k) && !el2.sgGhost) {
        el2.sgGhost = true;
        el2.classList.add("ghost");
      } else if (el2.sgGhost && (!curDrag || ((_c = curDrag.fromBoard) === null || _c === void 0 ? void 0 : _c.orig) !== k) && (!curPromKey || curPromKey !== k)) {
        el2.sgGhost = false;
        el2.classList.remove("ghost");
      }
      if (!fading && el2.sgFading) {
        el2.sgFading = false;
        el2.classList.remove("fading");
      }
      if (pieceAtKey) {
        if (anim2 && el2.sgAnimating && (elPieceName === pieceNameOf(pieceAtKey) || prom && elPieceName === pieceNameOf(prom))) {
          const pos = key2pos(k);
          pos[0] += anim2[2];
          pos[1] += anim2[3];
          translateRel(el2, posToTranslate(pos, asSente), scaleDown);
        } else if (el2.sgAnimating) {
          el2.sgAnimating = false;
          el2.classList.remove("anim");
          translateRel(el2, posToTranslate(key2pos(k), asSente), scaleDown);
        }
        if (elPieceName === pieceNameOf(pieceAtKey) && (!fading || !el2.sgFading)) {
          samePieces.add(k);
        } else {
          if (fading && elPieceName === pieceNameOf(fading)) {
            el2.sgFading = true;
            el2.classList.add("fading");
          } else if (prom && elPieceName === pieceNameOf(prom)) {
            samePieces.add(k);
          } else {
            appendValue(movedPieces, elPieceName, el2);
          }
        }
      } else {
        appendValue(movedPieces, elPieceName, el2);
      }
    }
    el2 = el2.nextElementSibling;
  }
  let sqEl = squaresEl.firstElementChild;
  while (sqEl && isSquareNode(sqEl)) {
    sqEl.className = squares.get(sqEl.sgKey) || "";
    sqEl = sqEl.nextElementSibling;
  }
  for (const [k2, p] of pieces) {
    const piece = promotions.get(k2) || p;
    anim2 = anims.get(k2);
    if (!samePieces.has(k2)) {
      pMvdset = movedPieces.get(pieceNameOf(piece));
      pMvd = pMvdset === null || pMvdset === void 0 ? void 0 : pMvdset.pop();
      if (pMvd) {
        pMvd.sgKey = k2;
        if (pMvd.sgFading) {
          pMvd.sgFading = false;
          pMvd.classList.remove("fading");
        }
        const pos = key2pos(k2);
        if (anim2) {
          pMvd.sgAnimating = true;
          pMvd.classList.add("anim");
          pos[0] += anim2[2];
          pos[1] += anim2[3];
        }
        translateRel(pMvd, posToTranslate(pos, asSente), scaleDown);
      } else {
        const pieceNode = createEl("piece", pieceNameOf(p)), pos = key2pos(k2);
        pieceNode.sgColor = p.color;
        pieceNode.sgRole = p.role;
        pieceNode.sgKey = k2;
        if (anim2) {
          pieceNode.sgAnimating = true;
          pos[0] += anim2[2];
          pos[1] += anim2[3];
        }
        translateRel(pieceNode, posToTranslate(pos, asSente), scaleDown);
        piecesEl.appendChild(pieceNode);
      }
    }
  }
  for (const nodes of movedPieces.values()) {
    for (const node of nodes) {
      piecesEl.removeChild(node);
    }
  }
  if (promotionEl) renderPromotion(s, promotionEl);
}
function appendValue(map, key, value) {
  const arr = map.get(key);
  if (arr) arr.push(value);
  else map.set(key, [value]);
}
function computeSquareClasses(s) {
  var _a, _b;
  const squares = /* @__PURE__ */ new Map();
  if (s.lastDests && s.highlight.lastDests) for (const k of s.lastDests) addSquare(squares, k, "last-dest");
  if (s.checks && s.highlight.check) for (const check of s.checks) addSquare(squares, check, "check");
  if (s.hovered) addSquare(squares, s.hovered, "hover");
  if (s.selected) {
    if (s.activeColor === "both" || s.activeColor === s.turnColor) addSquare(squares, s.selected, "selected");
    else addSquare(squares, s.selected, "preselected");
    if (s.movable.showDests) {
      const dests = (_a = s.movable.dests) === null || _a === void 0 ? void 0 : _a.get(s.selected);
      if (dests) for (const k of dests) {
        addSquare(squares, k, "dest" + (s.pieces.has(k) ? " oc" : ""));
      }
      const pDests = s.premovable.dests;
      if (pDests) for (const k of pDests) {
        addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
      }
    }
  } else if (s.selectedPiece) {
    if (s.droppable.showDests) {
      const dests = (_b = s.droppable.dests) === null || _b === void 0 ? void 0 : _b.get(pieceNameOf(s.selectedPiece));
      if (dests) for (const k of dests) {
        addSquare(squares, k, "dest");
      }
      const pDests = s.predroppable.dests;
      if (pDests) for (const k of pDests) {
        addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
      }
    }
  }
  const premove = s.premovable.current;
  if (premove) {
    addSquare(squares, premove.orig, "current-pre");
    addSquare(squares, premove.dest, "current-pre" + (premove.prom ? " prom" : ""));
  } else if (s.predroppable.current) addSquare(squares, s.predroppable.current.key, "current-pre" + (s.predroppable.current.prom ? " prom" : ""));
  for (const sqh of s.drawable.squares) {
    addSquare(squares, sqh.key, sqh.className);
  }
  return squares;
}
function addSquare(squares, key, klass) {
  const classes = squares.get(key);
  if (classes) squares.set(key, `${classes} ${klass}`);
  else squares.set(key, klass);
}
function renderPromotion(s, promotionEl) {
  const cur = s.promotion.current, key = cur === null || cur === void 0 ? void 0 : cur.key, pieces = cur ? [cur.promotedPiece, cur.piece] : [], hash = promotionHash(!!cur, key, pieces);
  if (s.promotion.prevPromotionHash === hash) return;
  s.promotion.prevPromotionHash = hash;
  if (key) {
    const asSente = sentePov(s.orientation), initPos = key2pos(key), color = cur.piece.color, promotionSquare = createEl("sg-promotion-square"), promotionChoices = createEl("sg-promotion-choices");
    if (s.orientation !== color) promotionChoices.classList.add("reversed");
    translateRel(promotionSquare, posToTranslateRel(s.dimensions)(initPos, asSente), 1);
    for (const p of pieces) {
      const pieceNode = createEl("piece", pieceNameOf(p));
      pieceNode.sgColor = p.color;
      pieceNode.sgRole = p.role;
      promotionChoices.appendChild(pieceNode);
    }
    promotionEl.innerHTML = "";
    promotionSquare.appendChild(promotionChoices);
    promotionEl.appendChild(promotionSquare);
    setDisplay(promotionEl, true);
  } else {
    setDisplay(promotionEl, false);
  }
}
function promotionHash(active, key, pieces) {
  return [active, key, pieces.map((p) => pieceNameOf(p)).join(" ")].join(" ");
}

// node_modules/shogiground/esm/dom.js
function attachBoard(state2, boardWrap) {
  const elements = wrapBoard(boardWrap, state2);
  if (elements.hands) attachHands(state2, elements.hands.top, elements.hands.bottom);
  state2.dom.wrapElements.board = boardWrap;
  state2.dom.elements.board = elements;
  state2.dom.bounds.board.bounds.clear();
  bindBoard(state2, elements);
  state2.drawable.prevSvgHash = "";
  state2.promotion.prevPromotionHash = "";
  render2(state2, elements);
}
function attachHands(state2, handTopWrap, handBottomWrap) {
  if (!state2.dom.elements.hands) state2.dom.elements.hands = {};
  if (!state2.dom.wrapElements.hands) state2.dom.wrapElements.hands = {};
  if (handTopWrap) {
    const handTop = wrapHand(handTopWrap, "top", state2);
    state2.dom.wrapElements.hands.top = handTopWrap;
    state2.dom.elements.hands.top = handTop;
    bindHand(state2, handTop);
    renderHand(state2, handTop);
  }
  if (handBottomWrap) {
    const handBottom = wrapHand(handBottomWrap, "bottom", state2);
    state2.dom.wrapElements.hands.bottom = handBottomWrap;
    state2.dom.elements.hands.bottom = handBottom;
    bindHand(state2, handBottom);
    renderHand(state2, handBottom);
  }
  if (handTopWrap || handBottomWrap) {
    state2.dom.bounds.hands.bounds.clear();
    state2.dom.bounds.hands.pieceBounds.clear();
  }
}
function redrawAll(wrapElements, state2) {
  var _a, _b, _c, _d;
  if (wrapElements.board) attachBoard(state2, wrapElements.board);
  if (wrapElements.hands && !state2.hands.inlined) attachHands(state2, wrapElements.hands.top, wrapElements.hands.bottom);
  state2.dom.redrawShapes();
  if (state2.events.insert) state2.events.insert(wrapElements.board && state2.dom.elements.board, { top: ((_a = wrapElements.hands) === null || _a === void 0 ? void 0 : _a.top) && ((_b = state2.dom.elements.hands) === null || _b === void 0 ? void 0 : _b.top), bottom: ((_c = wrapElements.hands) === null || _c === void 0 ? void 0 : _c.bottom) && ((_d = state2.dom.elements.hands) === null || _d === void 0 ? void 0 : _d.bottom) });
}
function detachElements(web, state2) {
  var _a, _b, _c, _d;
  if (web.board) {
    state2.dom.wrapElements.board = void 0;
    state2.dom.elements.board = void 0;
    state2.dom.bounds.board.bounds.clear();
  }
  if (state2.dom.elements.hands && state2.dom.wrapElements.hands) {
    if ((_a = web.hands) === null || _a === void 0 ? void 0 : _a.top) {
      state2.dom.wrapElements.hands.top = void 0;
      state2.dom.elements.hands.top = void 0;
    }
    if ((_b = web.hands) === null || _b === void 0 ? void 0 : _b.bottom) {
      state2.dom.wrapElements.hands.bottom = void 0;
      state2.dom.elements.hands.bottom = void 0;
    }
    if (((_c = web.hands) === null || _c === void 0 ? void 0 : _c.top) || ((_d = web.hands) === null || _d === void 0 ? void 0 : _d.bottom)) {
      state2.dom.bounds.hands.bounds.clear();
      state2.dom.bounds.hands.pieceBounds.clear();
    }
  }
}

// node_modules/shogiground/esm/api.js
function start3(state2) {
  return { attach(wrapElements) {
    redrawAll(wrapElements, state2);
  }, detach(wrapElementsBoolean) {
    detachElements(wrapElementsBoolean, state2);
  }, set(config, skipAnimation) {
    var _a, _b, _c, _d;
    function getByPath(path, obj) {
      const properties = path.split(".");
      return properties.reduce((prev, curr) => prev && prev[curr], obj);
    }
    const forceRedrawProps = ["orientation", "viewOnly", "coordinates.enabled", "coordinates.notation", "drawable.visible", "hands.inlined"];
    const newDims = ((_a = config.sfen) === null || _a === void 0 ? void 0 : _a.board) && inferDimensions(config.sfen.board);
    const toRedraw = forceRedrawProps.some((p) => {
      const cRes = getByPath(p, config);
      return cRes && cRes !== getByPath(p, state2);
    }) || !!(newDims && (newDims.files !== state2.dimensions.files || newDims.ranks !== state2.dimensions.ranks)) || !!((_c = (_b = config.hands) === null || _b === void 0 ? void 0 : _b.roles) === null || _c === void 0 ? void 0 : _c.every((r, i) => r === state2.hands.roles[i]));
    if (toRedraw) {
      reset(state2);
      configure(state2, config);
      redrawAll(state2.dom.wrapElements, state2);
    } else {
      applyAnimation(state2, config);
      (((_d = config.sfen) === null || _d === void 0 ? void 0 : _d.board) && !skipAnimation ? anim : render)((state22) => configure(state22, config), state2);
    }
  }, state: state2, getBoardSfen: () => boardToSfen(state2.pieces, state2.dimensions, state2.forsyth.toForsyth), getHandsSfen: () => handsToSfen(state2.hands.handMap, state2.hands.roles, state2.forsyth.toForsyth), toggleOrientation() {
    toggleOrientation(state2);
    redrawAll(state2.dom.wrapElements, state2);
  }, move(orig, dest, prom) {
    anim((state22) => baseMove(state22, orig, dest, prom || state22.promotion.forceMovePromotion(orig, dest)), state2);
  }, drop(piece, key, prom, spare2) {
    anim((state22) => {
      state22.droppable.spare = !!spare2;
      baseDrop(state22, piece, key, prom || state22.promotion.forceDropPromotion(piece, key));
    }, state2);
  }, setPieces(pieces) {
    anim((state22) => setPieces(state22, pieces), state2);
  }, addToHand(piece, count2) {
    render((state22) => addToHand(state22, piece, count2), state2);
  }, removeFromHand(piece, count2) {
    render((state22) => removeFromHand(state22, piece, count2), state2);
  }, selectSquare(key, prom, force) {
    if (key) anim((state22) => selectSquare(state22, key, prom, force), state2);
    else if (state2.selected) {
      unselect(state2);
      state2.dom.redraw();
    }
  }, selectPiece(piece, spare2, force) {
    if (piece) render((state22) => selectPiece(state22, piece, spare2, force, true), state2);
    else if (state2.selectedPiece) {
      unselect(state2);
      state2.dom.redraw();
    }
  }, playPremove() {
    if (state2.premovable.current) {
      if (anim(playPremove, state2)) return true;
      state2.dom.redraw();
    }
    return false;
  }, playPredrop() {
    if (state2.predroppable.current) {
      if (anim(playPredrop, state2)) return true;
      state2.dom.redraw();
    }
    return false;
  }, cancelPremove() {
    render(unsetPremove, state2);
  }, cancelPredrop() {
    render(unsetPredrop, state2);
  }, cancelMoveOrDrop() {
    render((state22) => {
      cancelMoveOrDrop(state22);
      cancel2(state22);
    }, state2);
  }, stop() {
    render((state22) => {
      stop(state22);
    }, state2);
  }, setAutoShapes(shapes) {
    render((state22) => state22.drawable.autoShapes = shapes, state2);
  }, setShapes(shapes) {
    render((state22) => state22.drawable.shapes = shapes, state2);
  }, setSquareHighlights(squares) {
    render((state22) => state22.drawable.squares = squares, state2);
  }, dragNewPiece(piece, event, spare2) {
    dragNewPiece(state2, piece, event, spare2);
  }, destroy() {
    stop(state2);
    state2.dom.unbind();
    state2.dom.destroyed = true;
  } };
}

// node_modules/shogiground/esm/state.js
function defaults2() {
  return { pieces: /* @__PURE__ */ new Map(), dimensions: { files: 9, ranks: 9 }, orientation: "sente", turnColor: "sente", activeColor: "both", viewOnly: false, squareRatio: [11, 12], disableContextMenu: true, blockTouchScroll: false, scaleDownPieces: true, coordinates: { enabled: true, files: "numeric", ranks: "numeric" }, highlight: { lastDests: true, check: true, checkRoles: ["king"], hovered: false }, animation: { enabled: true, hands: true, duration: 250 }, hands: { inlined: false, handMap: /* @__PURE__ */ new Map([["sente", /* @__PURE__ */ new Map()], ["gote", /* @__PURE__ */ new Map()]]), roles: ["rook", "bishop", "gold", "silver", "knight", "lance", "pawn"] }, movable: { free: true, showDests: true, events: {} }, droppable: { free: true, showDests: true, spare: false, events: {} }, premovable: { enabled: true, showDests: true, events: {} }, predroppable: { enabled: true, showDests: true, events: {} }, draggable: { enabled: true, distance: 3, autoDistance: true, showGhost: true, showTouchSquareOverlay: true, deleteOnDropOff: false, addToHandOnDropOff: false }, selectable: { enabled: true, forceSpares: false, deleteOnTouch: false, addSparesToHand: false }, promotion: { movePromotionDialog: () => false, forceMovePromotion: () => false, dropPromotionDialog: () => false, forceDropPromotion: () => false, promotesTo: () => void 0, unpromotesTo: () => void 0, events: {}, prevPromotionHash: "" }, forsyth: {}, events: {}, drawable: { enabled: true, visible: true, forced: false, eraseOnClick: true, shapes: [], autoShapes: [], squares: [], prevSvgHash: "" } };
}

// node_modules/shogiground/esm/redraw.js
function redrawShapesNow(state2) {
  var _a;
  if ((_a = state2.dom.elements.board) === null || _a === void 0 ? void 0 : _a.shapes) renderShapes(state2, state2.dom.elements.board.shapes.svg, state2.dom.elements.board.shapes.customSvg, state2.dom.elements.board.shapes.freePieces);
}
function redrawNow(state2, skipShapes) {
  const boardEls = state2.dom.elements.board;
  if (boardEls) {
    render2(state2, boardEls);
    if (!skipShapes) redrawShapesNow(state2);
  }
  const handEls = state2.dom.elements.hands;
  if (handEls) {
    if (handEls.top) renderHand(state2, handEls.top);
    if (handEls.bottom) renderHand(state2, handEls.bottom);
  }
}

// node_modules/shogiground/esm/shogiground.js
function Shogiground(config, wrapElements) {
  const state2 = defaults2();
  configure(state2, config || {});
  const redrawStateNow = (skipShapes) => {
    redrawNow(state2, skipShapes);
  };
  state2.dom = { wrapElements: wrapElements || {}, elements: {}, bounds: { board: { bounds: memo(() => {
    var _a;
    return (_a = state2.dom.elements.board) === null || _a === void 0 ? void 0 : _a.pieces.getBoundingClientRect();
  }) }, hands: { bounds: memo(() => {
    const handsRects = /* @__PURE__ */ new Map(), handEls = state2.dom.elements.hands;
    if (handEls === null || handEls === void 0 ? void 0 : handEls.top) handsRects.set("top", handEls.top.getBoundingClientRect());
    if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom) handsRects.set("bottom", handEls.bottom.getBoundingClientRect());
    return handsRects;
  }), pieceBounds: memo(() => {
    const handPiecesRects = /* @__PURE__ */ new Map(), handEls = state2.dom.elements.hands;
    if (handEls === null || handEls === void 0 ? void 0 : handEls.top) {
      let wrapEl = handEls.top.firstElementChild;
      while (wrapEl) {
        const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
        handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
        wrapEl = wrapEl.nextElementSibling;
      }
    }
    if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom) {
      let wrapEl = handEls.bottom.firstElementChild;
      while (wrapEl) {
        const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
        handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
        wrapEl = wrapEl.nextElementSibling;
      }
    }
    return handPiecesRects;
  }) } }, redrawNow: redrawStateNow, redraw: debounceRedraw(redrawStateNow), redrawShapes: debounceRedraw(() => redrawShapesNow(state2)), unbind: bindDocument(state2), destroyed: false };
  if (wrapElements) redrawAll(wrapElements, state2);
  return start3(state2);
}
function debounceRedraw(f) {
  let redrawing = false;
  return (...args) => {
    if (redrawing) return;
    redrawing = true;
    requestAnimationFrame(() => {
      f(...args);
      redrawing = false;
    });
  };
}

// src/board/marks.ts
var fallenBeside = (move3) => move3.captures.filter((captured) => captured.square !== move3.to).map((captured) => captured.square);
function highlights(ctrl2, moves, over) {
  const squares = [];
  const aimed = moves.filter((move3) => move3.to === over);
  for (const key of new Set((aimed.length ? aimed : moves).flatMap(fallenBeside))) squares.push({ key, className: aimed.length ? "falls" : "may-fall" });
  for (const move3 of moves) if (fallenBeside(move3).length) squares.push({ key: move3.to, className: "captures" });
  if (ctrl2.node.move) for (const key of fallenBeside(ctrl2.node.move)) squares.push({ key, className: "fallen" });
  for (const square of ctrl2.node.outcome?.row ?? []) squares.push({ key: square, className: "won" });
  for (const [square, piece] of placed(ctrl2.node.sfen, ctrl2.game.files)) if (piece.marked) squares.push({ key: square, className: "counterflip" });
  return squares;
}
function arrow(move3, color, brush) {
  const dest = move3.to;
  if (move3.from) return [{ orig: move3.from, dest, brush }];
  const piece = { role: roleOf(move3.drop ?? "P"), color };
  return [{ orig: piece, dest, brush }, { orig: dest, dest, brush, piece: { ...piece, scale: 0.8 } }];
}
var legalMove = (ctrl2, usi) => ctrl2.position?.moves.find((move3) => move3.usi === usi);
var CROSS = '<path d="M28 30L82 90M82 30L28 90"/>';
function autoShapes(ctrl2, moves, over) {
  const doomed = new Set(moves.filter((move3) => move3.to === over).flatMap(fallenBeside));
  const shapes = [...doomed].map((key) => ({ orig: key, dest: key, brush: "doomed", customSvg: CROSS }));
  const color = groundColor(ctrl2.node.turn);
  if (ctrl2.node.move) for (const key of fallenBeside(ctrl2.node.move)) shapes.push({ orig: key, dest: key, brush: "fallen", piece: { role: "p", color, scale: 0.7 } });
  if (ctrl2.hovered) {
    const move3 = legalMove(ctrl2, ctrl2.hovered);
    if (move3) shapes.push(...arrow(move3, color, "best"));
  } else if (ctrl2.analysis.on && ctrl2.settings.arrows) {
    ctrl2.analysis.infos.forEach((info, rank) => {
      const move3 = legalMove(ctrl2, info.pv[0]);
      if (move3) shapes.push(...arrow(move3, color, rank === 0 ? "best" : "also"));
    });
  }
  if (ctrl2.hint) shapes.push(...arrow(ctrl2.hint, color, "hint"));
  return shapes;
}
function editorMarks(editor) {
  const marked = [...editor.pieces].filter(([, piece]) => piece.marked);
  const squares = marked.map(([square]) => ({ key: square, className: "counterflip" }));
  return editor.lifted ? [...squares, { key: editor.lifted, className: "selected" }] : squares;
}

// src/board/ground.ts
var setClass = (ctrl2, game) => `set-${familyOf(game)}-${ctrl2.settings.sets[familyOf(game)]}`;
var loaded = /* @__PURE__ */ new Set();
function loadSet(name) {
  if (loaded.has(name)) return;
  loaded.add(name);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `pieces/${name.slice("set-".length)}.css`;
  document.head.append(link);
}
function coordinates(choice) {
  return { enabled: choice !== "none", files: "numeric", ranks: choice === "none" ? "engine" : choice };
}
var Board = class {
  ctrl;
  ground;
  elements;
  shown = "";
  shapes = "";
  marked = "";
  made = "";
  held = "";
  targets = /* @__PURE__ */ new Set();
  over = null;
  constructor(ctrl2, elements) {
    this.ctrl = ctrl2;
    this.elements = elements;
    this.ground = this.make();
    for (const name of ["mousemove", "touchmove"]) elements.board.addEventListener(name, (event) => this.pointed(event), { passive: true });
    elements.board.addEventListener("mouseleave", () => this.hover(null));
  }
  shape() {
    const { boardGame: game, settings } = this.ctrl;
    return `${game.name} ${settings.coordinates}`;
  }
  make() {
    const { ctrl: ctrl2 } = this;
    this.made = this.shape();
    this.shown = this.shapes = this.marked = "";
    const select2 = () => this.remark();
    const config = { squareRatio: [11, 12], scaleDownPieces: false, coordinates: coordinates(ctrl2.settings.coordinates), highlight: { lastDests: true, check: true, checkRoles: ["k"] }, hands: { roles: [...ctrl2.boardGame.hand].reverse().map(roleOf) }, promotion: { promotesTo: (role) => role.length > 1 ? role.slice(1) : `p${role}` }, premovable: { enabled: false }, predroppable: { enabled: false }, events: { select: (key) => this.picked(key), unselect: select2, pieceSelect: select2, pieceUnselect: select2, change: () => this.edited() }, drawable: { enabled: true, eraseOnClick: true }, forsyth, ...this.position() };
    config.movable = { ...config.movable, events: { after: (from, to) => this.moved(from, to) } };
    config.droppable = { ...config.droppable, events: { after: (piece, to) => this.dropped(piece.role, to) } };
    const { board, top: top2, bottom } = this.elements;
    if (ctrl2.boardGame.hand.length) return Shogiground(config, { board, hands: { top: top2, bottom } });
    top2.replaceChildren();
    bottom.replaceChildren();
    return Shogiground(config, { board });
  }
  sync() {
    loadSet(setClass(this.ctrl, this.ctrl.boardGame.name));
    if (this.made !== this.shape()) {
      this.ground.destroy();
      this.ground = this.make();
    }
    const { ctrl: ctrl2 } = this;
    const shown3 = [ctrl2.editor ? JSON.stringify(ctrl2.editor.tool) : ctrl2.node.id, ctrl2.shownSfen(), ctrl2.orientation, ctrl2.movable(), ctrl2.legal().length, ctrl2.choice?.to, ctrl2.settings.showDests, ctrl2.settings.animation].join(" ");
    if (shown3 !== this.shown && !ctrl2.choice) this.ground.set(this.position());
    this.shown = shown3;
    this.remark();
  }
  editing(editor) {
    const { board, hands: hands2 } = fields(editor.sfen);
    const moving = editor.tool === "move";
    return { sfen: { board, hands: hands2 }, orientation: groundColor(this.ctrl.orientation), turnColor: "sente", activeColor: "both", checks: false, lastDests: [], animation: { enabled: false }, movable: { free: true, showDests: false }, droppable: { free: true, showDests: false }, selectable: { enabled: moving }, draggable: { enabled: moving, deleteOnDropOff: true, addToHandOnDropOff: editor.game.hand.length > 0 } };
  }
  position() {
    const { ctrl: ctrl2 } = this;
    if (ctrl2.editor) return this.editing(ctrl2.editor);
    const { node, settings } = ctrl2;
    const { board, hands: hands2 } = fields(node.sfen);
    const movable = ctrl2.movable();
    const config = { sfen: { board, hands: hands2 }, orientation: groundColor(ctrl2.orientation), turnColor: groundColor(node.turn), checks: node.check ? groundColor(node.turn) : false, animation: { enabled: settings.animation, hands: true, duration: 180 }, movable: { free: false, dests: moveDests(ctrl2.legal()), showDests: settings.showDests }, droppable: { free: false, dests: dropDests(ctrl2.legal(), groundColor(node.turn)), showDests: settings.showDests }, selectable: { enabled: true }, draggable: { enabled: true, deleteOnDropOff: false, addToHandOnDropOff: false } };
    const move3 = node.move;
    return Object.assign(config, { activeColor: movable ? groundColor(movable) : void 0, lastDests: move3 ? [move3.from, move3.to].filter(Boolean) : void 0, lastPiece: void 0 });
  }
  picked(key) {
    const { editor } = this.ctrl;
    if (editor && editor.tool !== "move") editor.press(key);
    this.remark();
  }
  edited() {
    const { pieces, hands: hands2 } = this.ground.state;
    this.ctrl.editor?.take(pieces, hands2.handMap);
  }
  dragNew(color, role, event) {
    this.shown = "";
    this.ground.set({ selectable: { enabled: true }, draggable: { enabled: true } });
    this.ground.dragNewPiece({ color: groundColor(color), role }, event, true);
  }
  moved(from, to) {
    if (this.ctrl.editor) return;
    this.shown = "";
    this.ctrl.choose(this.ctrl.legal().filter((move3) => move3.from === from && move3.to === to));
  }
  dropped(role, to) {
    if (this.ctrl.editor) return;
    this.shown = "";
    this.ctrl.choose(this.ctrl.legal().filter((move3) => move3.drop && roleOf(move3.drop) === role && move3.to === to));
  }
  selectedMoves() {
    const { selected, selectedPiece } = this.ground.state;
    if (selected) return this.ctrl.legal().filter((move3) => move3.from === selected);
    if (!selectedPiece) return [];
    return this.ctrl.legal().filter((move3) => move3.drop && roleOf(move3.drop) === selectedPiece.role);
  }
  remark() {
    const { editor } = this.ctrl;
    const moves = editor ? [] : this.selectedMoves();
    const squares = editor ? editorMarks(editor) : highlights(this.ctrl, moves, this.over);
    const marked = squares.map((square) => square.key + square.className).join();
    if (marked !== this.marked) this.ground.setSquareHighlights(squares);
    this.marked = marked;
    this.announce(moves);
    const shapes = editor ? [] : autoShapes(this.ctrl, moves, this.over);
    const text = JSON.stringify(shapes);
    if (text !== this.shapes) this.ground.setAutoShapes(shapes);
    this.shapes = text;
  }
  announce(moves) {
    const { ctrl: ctrl2 } = this;
    const held = ctrl2.editor ? "" : this.selected ?? this.selectedDrop ?? "";
    if (held === this.held) return;
    this.held = held;
    this.targets = new Set(moves.map((move3) => move3.to));
    if (held) ctrl2.say(describePicked(ctrl2.game, ctrl2.node.sfen, held, [...this.targets]));
    ctrl2.redraw();
  }
  pointed(event) {
    const at = "touches" in event ? event.touches[0] : event;
    const bounds = this.ground.state.dom.bounds.board.bounds();
    if (!at || !bounds) return;
    const { files: files2, ranks: ranks2 } = this.ctrl.boardGame;
    const column = Math.floor((at.clientX - bounds.left) / bounds.width * files2);
    const row = Math.floor((at.clientY - bounds.top) / bounds.height * ranks2);
    if (column < 0 || row < 0 || column >= files2 || row >= ranks2) return this.hover(null);
    const black = this.ctrl.orientation === "black";
    const file = black ? files2 - column : column + 1;
    const rank = black ? row : ranks2 - 1 - row;
    this.hover(`${file}${String.fromCharCode(97 + rank)}`);
  }
  hover(square) {
    if (this.over === square) return;
    this.over = square;
    this.remark();
  }
  get isHolding() {
    return this.held !== "";
  }
  get selected() {
    return this.ground.state.selected ?? null;
  }
  get selectedDrop() {
    return this.ground.state.selectedPiece?.role ?? null;
  }
  press(square) {
    const moves = this.selectedMoves().filter((move3) => move3.to === square);
    if (moves.length) {
      this.unselect();
      this.ctrl.choose(moves);
    } else if (this.selected === square) this.ctrl.putBack();
    else this.ground.selectSquare(square);
    this.remark();
  }
  pressHand(role) {
    const color = groundColor(this.ctrl.node.turn);
    if (this.selectedDrop === role) this.ctrl.putBack();
    else this.ground.selectPiece({ role, color });
    this.remark();
  }
  unselect() {
    this.ground.cancelMoveOrDrop();
    this.remark();
  }
};
function moveDests(moves) {
  const dests = /* @__PURE__ */ new Map();
  for (const move3 of moves) {
    if (!move3.from) continue;
    const known = dests.get(move3.from);
    if (!known) dests.set(move3.from, [move3.to]);
    else if (!known.includes(move3.to)) known.push(move3.to);
  }
  return dests;
}
function dropDests(moves, color) {
  const dests = /* @__PURE__ */ new Map();
  for (const move3 of moves) {
    if (!move3.drop) continue;
    const name = `${color} ${roleOf(move3.drop)}`;
    dests.set(name, [...dests.get(name) ?? [], move3.to]);
  }
  return dests;
}

// src/view/notice.ts
var GAP = 8;
function noticeView(ctrl2) {
  if (!ctrl2.notice) return null;
  const { text, kind } = ctrl2.notice;
  return el(`div.notice.${kind}`, { key: "notice", attrs: { role: "alert" } }, [el("span", {}, [text]), iconButton("dismiss", "close", t("act.close"), () => ctrl2.dismiss())]);
}
function floatingNotice(ctrl2) {
  const notice = noticeView(ctrl2);
  if (!notice) return null;
  const follow = () => place(notice.elm);
  notice.data = { ...notice.data, hook: { insert: () => {
    follow();
    addEventListener("scroll", follow, { passive: true });
    addEventListener("resize", follow);
  }, postpatch: (_, now) => place(now.elm), destroy: () => {
    removeEventListener("scroll", follow);
    removeEventListener("resize", follow);
  } } };
  return notice;
}
function place(notice) {
  const board = document.querySelector(".board")?.getBoundingClientRect();
  const panel = document.querySelector(".panel")?.getBoundingClientRect();
  if (!board || !panel) return;
  const { style } = notice;
  const isBeside = panel.left >= board.right;
  const [left, width] = isBeside ? [panel.left, panel.width] : [GAP, innerWidth - 2 * GAP];
  style.left = `${left}px`;
  style.width = `${width}px`;
  if (isBeside) style.top = `${Math.max(GAP, panel.top)}px`;
  else if (innerHeight - board.bottom < board.top) style.top = `${GAP}px`;
  else {
    const field = document.activeElement?.closest("input, textarea")?.getBoundingClientRect();
    const above = (field?.top ?? 0) - notice.offsetHeight - GAP;
    style.top = `${above > board.bottom ? above : innerHeight - notice.offsetHeight - GAP}px`;
  }
}

// src/view/html.ts
var el = (selector, data = {}, children = []) => h(selector, data, children.filter((child) => Boolean(child)));
function button(name, label2, press, options = {}) {
  const attrs = { type: "button", "data-do": name.split(".")[0] ?? "" };
  for (const [key, value] of Object.entries(options.data ?? {})) attrs[`data-${key}`] = value;
  if (options.autofocus) attrs["autofocus"] = true;
  if (options.title) attrs["title"] = options.title;
  if (options.title && options.children) attrs["aria-label"] = options.title;
  if (options.pressed !== void 0) attrs["aria-pressed"] = String(options.pressed);
  return el(`button.${name}`, { attrs, props: { disabled: options.disabled ?? false }, on: { click: (event) => {
    if (!options.careful || event.detail < 2) press();
  } } }, options.children ?? [label2]);
}
var iconButton = (name, icon, title, press, options = {}) => button(`${name}.icon-button`, "", press, { ...options, title, children: [sign(icon)] });
var SIGNS = { first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", forward: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z", flip: "M8 20V5M8 5L4 9M8 5l4 4M16 4v15M16 19l-4-4M16 19l4-4", gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2", undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3", bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z", flag: "M6 21V4M6 4h12l-3 4 3 4H6", hand: "M4 13l4-4 4 2 3-2 5 4-4 5-3-2-3 3z", swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4", pause: "M8 5v14M16 5v14", play: "M7 4l13 8-13 8z", book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14", plus: "M12 4v16M4 12h16", save: "M12 3v12M7 10l5 5 5-5M4 20h16", edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4", close: "M5 5l14 14M19 5L5 19", bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5", up: "M12 20V5M5 12l7-7 7 7", chart: "M4 20h16M4 16l5-6 4 3 7-8", keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8", sound: "M4 9v6h4l5 4V5L8 9zM16 9c1.5 2 1.5 4 0 6", mute: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6" };
var sign = (name) => h("svg.sign", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true" } }, [h("path", { attrs: { d: SIGNS[name] ?? "" } })]);
function shown(value) {
  const set = (vnode2) => void (vnode2.elm.value = value);
  return { shown: value, hook: { create: (_, now) => set(now), postpatch: (before2, now) => {
    const isTyped = now.elm === document.activeElement && before2.data?.["shown"] === value;
    if (!isTyped) set(now);
  } } };
}
function choose(name, label2, options, value, change) {
  return el("label.field", {}, [el("span", {}, [label2]), select(name, options, value, change)]);
}
function select(name, options, value, change, label2) {
  const attrs = { name };
  if (label2) attrs["aria-label"] = label2;
  return el("select", { attrs, props: { value }, hook: { postpatch: (_, now) => void (now.elm.value = value) }, on: { change: (event) => change(event.target.value) } }, options.map(([key, text]) => el("option", { attrs: { value: key }, props: { selected: key === value } }, [text])));
}
var tick = (name, label2, checked, change) => el("label.field.tick", {}, [el("input", { attrs: { type: "checkbox", name }, props: { checked }, on: { change: (event) => change(event.target.checked) } }), el("span", {}, [label2])]);
var amount = (name, label2, value, [least, most, step2], change) => el("label.field", {}, [el("span", {}, [label2]), el("input", { attrs: { type: "number", name, min: least, max: most, step: step2 }, ...shown(String(value)), on: { change: (event) => {
  const field = event.target;
  const given = Number(field.value);
  const taken2 = Number.isFinite(given) ? Math.min(most, Math.max(least, given)) : value;
  field.value = String(taken2);
  change(taken2);
} } })]);
function dialogBox(ctrl2, name, title, close, children) {
  return el(`dialog.${name}`, { key: name, attrs: { "data-dialog": name, "aria-label": title }, hook: { insert: (vnode2) => vnode2.elm.showModal(), destroy: (vnode2) => vnode2.elm.close() }, on: { cancel: (event) => {
    event.preventDefault();
    close();
  }, mousedown: (event) => {
    if (event.target === event.currentTarget) close();
  } } }, [el("div.box", {}, [el("header", {}, [el("h2", {}, [title]), iconButton("close", "close", "✕", close)]), ctrl2.question ? null : noticeView(ctrl2), ...children])]);
}
var pieceImage = (color, role) => el("span.piece-image.orientation-sente", { attrs: { "aria-hidden": "true" } }, [el(`piece.${color}.${role}`)]);

// src/view/editor.ts
function editorView(ctrl2, editor) {
  return el("section.panel.editor", { key: "editor", attrs: { "aria-label": t("editor.label") } }, [el("div.editor-body", {}, [el("h2", {}, [t("editor.label")]), el("div.editor-top", {}, [select("edit-game", ctrl2.games.games.map((game) => [game.name, game.title[lang()]]), editor.game.name, (name) => editGame(ctrl2, name), t("new.game")), select("edit-turn", [["black", t("editor.turn", { color: colorName("black") })], ["white", t("editor.turn", { color: colorName("white") })]], editor.turn, (turn) => editor.setTurn(turn), t("editor.turn.label")), select("edit-start", presets(editor), "", (sfen) => sfen && editor.read(sfen), t("editor.preset")), button("clear", t("editor.clear"), () => editor.clear()), el("div.tools", { attrs: { role: "group", "aria-label": t("editor.tools") } }, [toolButton(editor, "move", t("editor.move")), toolButton(editor, "remove", t("editor.remove")), editor.game.pieces.some((piece) => piece.turn === "flip") ? toolButton(editor, "mark", t("editor.mark")) : null])]), palette(ctrl2, editor, "white"), palette(ctrl2, editor, "black"), editor.game.hand.length ? hands(editor, "white") : null, editor.game.hand.length ? hands(editor, "black") : null, el("label.field.sfen", {}, [el("span", {}, ["SFEN"]), el("input", { attrs: { name: "sfen", spellcheck: "false", autocomplete: "off" }, ...shown(editor.sfen), on: { change: (event) => void ctrl2.editor?.readTyped(event.target.value.trim()) } })])]), el("div.editor-foot", {}, [verdict(editor), el("div.actions", {}, [button("editor-done.primary", t("editor.done"), () => leaveEditor(ctrl2), { disabled: !editor.accepted }), button("editor-play", t("editor.play"), () => playEdited(ctrl2), { disabled: !editor.accepted?.moves.length }), button("editor-cancel", t("act.cancel"), () => closeEditor(ctrl2))])])]);
}
function verdict(editor) {
  if (editor.refusal) return el("p.error", { attrs: { role: "alert", "data-refusal": "" } }, [editor.refusal]);
  const outcome = editor.accepted?.outcome;
  if (outcome) return el("p.hint", { attrs: { role: "status" } }, [t("editor.over", { reason: describeReason(outcome.reason) })]);
  return el("p.good", { attrs: { role: "status" } }, [editor.accepted ? t("editor.good") : "…"]);
}
function presets(editor) {
  const { game } = editor;
  const handicaps = game.handicaps.map((one) => [one.sfen, t(`handicap.${one.name}`)]);
  return [["", t("editor.preset")], [game.start, t("start.start")], ...handicaps];
}
var toolButton = (editor, tool, label2) => button("tool", label2, () => editor.choose(tool), { pressed: editor.tool === tool, data: { tool } });
function palette(ctrl2, editor, color) {
  const face3 = (kind) => {
    const chosen = typeof editor.tool === "object" && editor.tool.put.color === color && editor.tool.put.kind === kind;
    const name = `${colorName(color)} ${pieceName(editor.game, kind)}`;
    const role = roleOf(kind);
    return el("button.face", { key: role, attrs: { type: "button", "aria-pressed": String(chosen), "aria-label": name, title: name, "data-face": `${color} ${kind}` }, on: { click: () => editor.choose({ put: { color, kind } }), mousedown: (event) => ctrl2.board?.dragNew(color, role, event), touchstart: (event) => ctrl2.board?.dragNew(color, role, event) } }, [pieceImage(groundColor(color), role)]);
  };
  return el("div.palette", { attrs: { role: "group", "aria-label": t("editor.palette", { color: colorName(color) }) } }, editor.game.pieces.map((piece) => face3(piece.kind)));
}
function hands(editor, color) {
  const held = (kind) => {
    const count2 = editor.hands[color].get(kind) ?? 0;
    const name = pieceName(editor.game, kind);
    return el("span.held", { key: kind, attrs: { "data-held": `${color} ${kind}` } }, [button("less", "−", () => editor.hold(color, kind, -1), { title: t("editor.less", { piece: name }), disabled: count2 === 0, children: ["−"] }), pieceImage(groundColor(color), roleOf(kind)), el("b", {}, [String(count2)]), button("more-one", "+", () => editor.hold(color, kind, 1), { title: t("editor.more", { piece: name }), children: ["+"] })]);
  };
  return el("div.hands", { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } }, [el("span.color", {}, [t("grid.hand.label", { color: colorName(color) })]), ...editor.game.hand.map(held)]);
}

// src/view/failure.ts
var isToken = (error) => error instanceof ApiError && error.code === "token";
function failureView(error, again, retry) {
  const text = error instanceof ApiError ? sayError(error) : String(error);
  return el("div#app", {}, [el("main.failed", { key: "failed", attrs: { "data-failed": "" } }, [...isToken(error) ? tokenHelp(again) : [el("p", { attrs: { role: "alert" } }, [text])], button("retry.primary", t("act.retry"), retry)])]);
}
var tokenDialog = (ctrl2) => dialogBox(ctrl2, "token", t("token.title"), () => ctrl2.openDialog(null), [...tokenHelp(ctrl2.hasRetried).slice(1), el("footer", {}, [button("retry.primary", t("act.retry"), () => void ctrl2.retry(), { autofocus: true })])]);
var tokenHelp = (again) => [el("h2", {}, [t("token.title")]), el("p", {}, [t("token.why")]), el("ol", {}, ["token.step.run", "token.step.open", "token.step.tab"].map((key) => el("li", {}, [t(key)]))), el("p.error", { attrs: { role: "status" } }, [again ? t("token.still") : ""])];

// src/view/graph.ts
var WIDTH = 600;
var HEIGHT = 120;
function graphView(ctrl2) {
  const line2 = mainLine(ctrl2.tree);
  if (line2.length < 2) return null;
  const judged = line2.some((node) => node.judgement);
  return el("section.under", { attrs: { "aria-label": t("graph.label") } }, [el("div.graph-head", {}, [ctrl2.report.progress ? button("report-stop", t("graph.stop"), () => {
    ctrl2.report.stop();
    ctrl2.redraw();
  }) : button("report", t(judged ? "graph.again" : "graph.start"), () => runReport(ctrl2)), ctrl2.report.progress ? null : select("report-time", times(), String(ctrl2.settings.reportTime), (ms) => ctrl2.set({ reportTime: Number(ms) }), t("graph.time")), progress(ctrl2)]), judged ? curve(ctrl2, line2) : null, judged && !ctrl2.report.progress ? worst(ctrl2, line2) : null]);
}
var times = () => [["50", t("graph.quick")], ["200", t("graph.normal")], ["1000", t("graph.deep")]];
function progress(ctrl2) {
  const { progress: progress2 } = ctrl2.report;
  if (!progress2) return null;
  return el("label.progress", {}, [el("progress", { attrs: { max: progress2.of, "aria-label": t("graph.progress") }, props: { value: progress2.done } }), el("span", {}, [`${progress2.done} / ${progress2.of}`])]);
}
var y = (node) => HEIGHT / 2 * (1 - (node.judgement ? chances(node.judgement.score) : 0));
function curve(ctrl2, line2) {
  const x = (ply) => ply / Math.max(1, line2.length - 1) * WIDTH;
  const known = line2.filter((node) => node.judgement);
  const points = known.map((node) => `${x(node.ply).toFixed(1)},${y(node).toFixed(1)}`).join(" ");
  const [first, last] = [known[0], known.at(-1)];
  const area = first && last ? `${x(first.ply)},${HEIGHT / 2} ${points} ${x(last.ply)},${HEIGHT / 2}` : "";
  const here = line2.includes(ctrl2.node) ? x(ctrl2.node.ply) : null;
  const faults = known.filter((node) => node.judgement?.glyph);
  return h("svg.graph", { attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph.curve") }, on: { click: (event) => goTo(ctrl2, line2, event) } }, [h("rect.ground-half", { attrs: { x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 } }), h("polygon", { attrs: { points: area } }), h("line.zero", { attrs: { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 } }), h("polyline", { attrs: { points } }), ...here === null ? [] : [h("line.here", { attrs: { x1: here, x2: here, y1: 0, y2: HEIGHT } })], ...faults.map((node) => h("line.fault", { key: node.id, attrs: { x1: x(node.ply), x2: x(node.ply), y1: y(node) - 0.1, y2: y(node) + 0.1, "data-glyph": node.judgement?.glyph ?? "" } }))]);
}
function goTo(ctrl2, line2, event) {
  const box = event.currentTarget.getBoundingClientRect();
  const ply = Math.round((event.clientX - box.left) / box.width * (line2.length - 1));
  const node = line2[ply];
  if (node) ctrl2.jump(node);
}
var cost = (node) => node.parent?.judgement && node.judgement ? Math.abs(chances(node.parent.judgement.score) - chances(node.judgement.score)) : 0;
function judgedText(node) {
  if (node?.outcome) return resultText(node.outcome.winner);
  return node?.judgement ? scoreText(node.judgement.score) : "";
}
function worst(ctrl2, line2) {
  const faults = line2.filter((node) => node.judgement?.glyph).sort((one, two) => cost(two) - cost(one));
  if (!faults.length) return el("p.worst", {}, [t("graph.clean")]);
  const item = (node) => el("li", { key: node.id }, [button("fault", "", () => ctrl2.jump(node), { data: { ply: String(node.ply) }, children: [`${node.ply}. ${node.move ? notate(node.move, ctrl2.game, ctrl2.settings.notation, null) : ""} `, el("b", {}, [node.judgement?.glyph ?? ""]), ` ${judgedText(node.parent)} → ${judgedText(node)}`] }), node.judgement?.best ? el("span", {}, [t("judged.best", { move: notate(node.judgement.best, ctrl2.game, ctrl2.settings.notation, null) })]) : null]);
  return el("div.worst", {}, [el("h3", {}, [t("graph.worst")]), el("ol", {}, faults.slice(0, 8).map(item))]);
}

// src/view/players.ts
function playerOptions(levels) {
  const engine = Array.from({ length: levels }, (_, index2) => [String(index2 + 1), t("player.level", { level: index2 + 1 })]);
  return [["human", t("player.human")], ...engine];
}
var playerKey = (player) => player.kind === "human" ? "human" : String(player.level);
var playerOf = (key) => key === "human" ? { kind: "human" } : { kind: "engine", level: Number(key) };
function playerView(ctrl2, place2) {
  const color = place2 === "bottom" === (ctrl2.orientation === "black") ? "black" : "white";
  const { match } = ctrl2;
  const turn = match?.running ? match.turn === color : ctrl2.node.turn === color;
  return el(`div.player.player-${place2}`, { key: `player-${place2}`, attrs: { "data-color": color }, class: { turn } }, [el("span.mark", { attrs: { "aria-hidden": "true" } }, [mark(color)]), el("span.color", {}, [colorName(color)]), match ? select(`player-${color}`, playerOptions(ctrl2.games.limits.levels), playerKey(match.players[color]), (key) => ctrl2.setPlayer(color, playerOf(key)), t("player.choose", { color: colorName(color) })) : null, thinking(ctrl2, color), el("span.gap"), clock(ctrl2, color)]);
}
function thinking(ctrl2, color) {
  const { match } = ctrl2;
  if (!match?.thinking || match.turn !== color) return null;
  return el("span.thinking", { attrs: { role: "status" } }, [t("player.thinking")]);
}
function clock(ctrl2, color) {
  const clock2 = ctrl2.match?.clock;
  if (!clock2) return null;
  return el("time.clock", { key: `clock-${color}`, attrs: { role: "timer", "data-clock": color }, class: { running: clock2.running === color }, hook: { insert: (vnode2) => tickClock(ctrl2, color, vnode2.elm), postpatch: (_, vnode2) => writeClock(ctrl2, color, vnode2.elm) } });
}
var lastTick = "";
function writeClock(ctrl2, color, node) {
  const clock2 = ctrl2.match?.clock;
  if (!clock2) return;
  const byoyomi = clock2.inByoyomi(color);
  const shown3 = clock2.shown(color);
  const text = clockText(shown3);
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("byoyomi", byoyomi);
  node.classList.toggle("low", shown3 < 1e4);
  const person = ctrl2.match?.players[color].kind === "human";
  const second = `${color}${Math.ceil(shown3 / 1e3)}`;
  if (clock2.running === color && person && shown3 < 1e4 && shown3 > 0 && second !== lastTick) {
    lastTick = second;
    if (ctrl2.settings.sound) play("tick");
  }
}
function tickClock(ctrl2, color, node) {
  writeClock(ctrl2, color, node);
  const timer = setInterval(() => {
    if (node.isConnected) writeClock(ctrl2, color, node);
    else clearInterval(timer);
  }, 100);
}
function engineSaw(ctrl2) {
  const seen = ctrl2.match?.seen;
  if (!seen) return null;
  const { info } = seen;
  const score = seen.color === "black" ? info.score : "cp" in info.score ? { cp: -info.score.cp } : { mate: -info.score.mate };
  return t("player.saw", { score: scoreText(score), depth: info.depth, nodes: info.nodes.toLocaleString() });
}

// src/view/choice.ts
var order = (one, other2) => Number(other2.turn !== null) - Number(one.turn !== null) || Number(other2.counterFlip) - Number(one.counterFlip);
function words(ctrl2, move3, moves) {
  const face3 = t(move3.turn ? `choice.${move3.turn}` : "choice.stay", { piece: pieceName(ctrl2.game, move3.becomes) });
  if (!moves.some((one) => one.counterFlip)) return face3;
  const taken2 = t(move3.counterFlip ? "choice.counterflip" : "choice.take", { piece: pieceName(ctrl2.game, move3.captures[0]?.hand ?? "P") });
  return moves.some((one) => one.turn !== move3.turn) ? `${face3}, ${taken2}` : taken2;
}
function choiceDialog(ctrl2) {
  const { choice } = ctrl2;
  if (!choice) return null;
  const color = groundColor(ctrl2.node.turn);
  const counter = choice.moves.some((move3) => move3.counterFlip);
  const option = (move3) => {
    const taken2 = move3.captures[0]?.hand;
    return el("button.option", { key: move3.usi, attrs: { type: "button", "data-usi": move3.usi }, on: { click: () => void ctrl2.userMove(move3) } }, [pieceImage(color, roleOf(move3.becomes)), counter && taken2 ? el("span.gain", {}, ["+", pieceImage(color, roleOf(taken2))]) : null, el("span.words", {}, [words(ctrl2, move3, choice.moves)])]);
  };
  const { files: files2, ranks: ranks2 } = ctrl2.game;
  const file = Number(choice.to[0]);
  const rank = choice.to.charCodeAt(1) - 97;
  const black = ctrl2.orientation === "black";
  const x = ((black ? files2 - file : file - 1) + 0.5) / files2;
  const y2 = ((black ? rank : ranks2 - 1 - rank) + 0.5) / ranks2;
  return el("div.choice", { attrs: { role: "dialog", "aria-modal": "true", "aria-label": t("choice.title"), "data-dialog": "choice" }, on: { mousedown: (event) => {
    if (event.target === event.currentTarget) ctrl2.cancelChoice();
  }, keydown: (event) => onKey(ctrl2, event) } }, [el("div.options", { class: { low: y2 > 0.5, left: x < 0.34, right: x > 0.66 }, style: { left: `${x * 100}%`, top: `${y2 * 100}%` }, hook: { insert: (vnode2) => vnode2.elm.querySelector("button")?.focus() } }, [...choice.moves].sort(order).map(option))]);
}
function onKey(ctrl2, event) {
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target);
  const step2 = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (event.key === "Escape") ctrl2.cancelChoice();
  else if (step2) buttons.at((at + step2) % buttons.length)?.focus();
  else return;
  event.preventDefault();
}

// src/view/grid.ts
var letter2 = (rank) => String.fromCharCode(97 + rank);
function rows(ctrl2) {
  const { files: files2, ranks: ranks2 } = ctrl2.boardGame;
  const table2 = Array.from({ length: ranks2 }, (_, rank) => Array.from({ length: files2 }, (_2, column) => `${files2 - column}${letter2(rank)}`));
  return ctrl2.orientation === "black" ? table2 : table2.reverse().map((row) => row.reverse());
}
function label(ctrl2, square, piece) {
  const what = piece ? t("grid.piece", { color: colorName(piece.color), piece: pieceName(ctrl2.boardGame, piece.kind) }) : t("grid.empty");
  const last = ctrl2.node.move?.to === square ? `, ${t("grid.last")}` : "";
  const fallen2 = ctrl2.node.move?.captures.some((captured) => captured.square === square && captured.square !== ctrl2.node.move?.to) ? `, ${t("grid.fallen")}` : "";
  const won = !ctrl2.editor && ctrl2.node.outcome?.row?.includes(square) ? `, ${t("grid.won")}` : "";
  const dest = ctrl2.board?.targets.has(square) ? `, ${t("grid.dest")}` : "";
  return `${squareName(square)}, ${what}${last}${fallen2}${won}${dest}`;
}
var STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
var focusOn = (square) => document.querySelector(`.grid [data-square="${square}"]`)?.focus();
function onKey2(ctrl2, event, table2) {
  const square = event.target.dataset["square"];
  if (!square) return;
  const row = table2.findIndex((squares) => squares.includes(square));
  const column = table2[row]?.indexOf(square) ?? 0;
  const step2 = STEPS[event.key];
  if (step2) {
    const next = table2[row + step2[0]]?.[column + step2[1]];
    if (next) focusOn(next);
  } else if (event.key === "Home") focusOn(table2[row]?.[0] ?? square);
  else if (event.key === "End") focusOn(table2[row]?.at(-1) ?? square);
  else if (event.key === "Enter" || event.key === " ") ctrl2.press(square);
  else if (event.key === "Escape" && ctrl2.board?.isHolding) ctrl2.putBack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
var hasFocus = false;
var keepFocus = { prepatch: (old) => void (hasFocus = old.elm?.contains(document.activeElement) ?? false), postpatch: (_, now) => {
  const square = now.data?.["focus"] ?? null;
  if (hasFocus && square && !now.elm?.contains(document.activeElement)) focusOn(square);
} };
function grid(ctrl2) {
  const table2 = rows(ctrl2);
  const pieces = placed(ctrl2.shownSfen(), ctrl2.boardGame.files);
  const entry2 = ctrl2.focus && table2.flat().includes(ctrl2.focus) ? ctrl2.focus : table2.at(-1)?.[0];
  const cell = (square) => el("td", { key: square, attrs: { role: "gridcell", "data-square": square, tabindex: square === entry2 ? 0 : -1, "aria-label": label(ctrl2, square, pieces.get(square)), "aria-selected": String(ctrl2.editor ? ctrl2.editor.lifted === square : ctrl2.board?.selected === square) } });
  return el("table.grid", { hook: keepFocus, focus: ctrl2.focus, attrs: { role: "grid", "aria-label": t("grid.label", { game: ctrl2.boardGame.title[lang()] }) }, on: { keydown: (event) => onKey2(ctrl2, event, table2), focusin: (event) => {
    const square = event.target.dataset["square"];
    if (!square) return;
    ctrl2.focus = square;
    ctrl2.board?.hover(square);
  }, focusout: () => ctrl2.board?.hover(null) } }, [el("tbody", { attrs: { role: "presentation" } }, table2.map((row) => el("tr", { attrs: { role: "row" } }, row.map(cell))))]);
}
function handKeys(ctrl2, place2) {
  const color = place2 === "bottom" === (ctrl2.orientation === "black") ? "black" : "white";
  const held = hand(ctrl2.shownSfen(), color);
  const key = (kind) => {
    const count2 = held.get(kind) ?? 0;
    const name = t("grid.hand", { color: colorName(color), piece: pieceName(ctrl2.boardGame, kind), count: count2 });
    return el("button", { attrs: { type: "button", "data-hand": `${color} ${kind}`, "aria-label": name, "aria-pressed": String(ctrl2.node.turn === color && ctrl2.board?.selectedDrop === roleOf(kind)) }, props: { disabled: count2 === 0 }, on: { click: () => ctrl2.board?.pressHand(roleOf(kind)) } });
  };
  return el("div.hand-keys", { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } }, [...[...ctrl2.boardGame.hand].reverse().map(key)]);
}

// src/view/table.ts
function boardView(ctrl2) {
  return el("section.board-area", { attrs: { "aria-label": t("board.label") } }, [ctrl2.settings.bar ? bar(ctrl2) : null, el("div.board", { key: "board", attrs: { "data-game": ctrl2.boardGame.name, "data-sfen": ctrl2.shownSfen(), "data-turn": ctrl2.node.turn, "aria-busy": String(!ctrl2.editor && !ctrl2.position) }, class: { editing: ctrl2.editor !== null } }, [el("div.ground", { hook: { insert: () => mount(ctrl2) } }), grid(ctrl2), choiceDialog(ctrl2)])]);
}
function mount(ctrl2) {
  queueMicrotask(() => {
    const find = (selector) => document.querySelector(selector);
    const [board, top2, bottom] = [find(".ground"), find(".hand-top .pieces"), find(".hand-bottom .pieces")];
    if (!board || !top2 || !bottom) return;
    ctrl2.board = new Board(ctrl2, { board, top: top2, bottom });
    ctrl2.redraw();
  });
}
var columns = (game) => String(Math.max(1, game.hand.length));
function handView(ctrl2, place2) {
  const color = place2 === "bottom" === (ctrl2.orientation === "black") ? "black" : "white";
  const holds = ctrl2.boardGame.hand.length > 0;
  return el(`div.hand.hand-${place2}`, { key: `hand-${place2}`, class: { none: !holds }, style: { "--kinds": columns(ctrl2.boardGame) } }, [el("div.pieces"), holds ? handKeys(ctrl2, place2) : ctrl2.editor ? null : taken(ctrl2, color)]);
}
function taken(ctrl2, color) {
  const loser = other(color);
  const count2 = Math.max(0, men(ctrl2.tree.root.sfen, loser) - men(ctrl2.shownSfen(), loser));
  const label2 = t("taken", { color: colorName(color), count: count2 });
  return el("div.taken", { attrs: { role: "img", "aria-label": label2, title: label2, "data-taken": String(count2) } }, Array.from({ length: count2 }, () => pieceImage(groundColor(loser), "p")));
}
function bar(ctrl2) {
  const best = ctrl2.analysis.infos[0];
  const score = best ? forBlack(best.score, ctrl2.node) : ctrl2.node.judgement?.score ?? null;
  const share2 = score ? (chances(score) + 1) / 2 : 0.5;
  const text = ctrl2.node.outcome ? resultText(ctrl2.node.outcome.winner) : score ? scoreText(score) : "…";
  if (!ctrl2.analysis.on) return el("div.bar.off", { attrs: { "aria-hidden": "true" } });
  return el("div.bar", { class: { turned: ctrl2.orientation === "white" }, attrs: { role: "meter", "aria-label": t("bar.label"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(share2 * 100), "aria-valuetext": text } }, [el("div.fill", { style: { height: `${(share2 * 100).toFixed(1)}%` } }), el("span", {}, [text])]);
}

// src/view/diagram.ts
var shown2 = /* @__PURE__ */ new Map();
function diagram(ctrl2, pageGame, given, key) {
  const game = ctrl2.gameNamed(given.game ?? pageGame);
  const state2 = shown2.get(key);
  const holds = game.hand.length > 0 && fields(given.sfen).hands !== "-";
  const place2 = placeOf(game, given);
  return el("figure.diagram", { class: { [setClass(ctrl2, game.name)]: true }, key: `${key}-${ctrl2.settings.coordinates}`, attrs: { "data-diagram": key }, style: { "--files": String(game.files), "--ranks": String(game.ranks) } }, [holds ? el("div.hand.hand-top", { style: { "--kinds": columns(game) } }, [el("div.pieces")]) : null, el("div.window", { style: place2.window }, [el("div.ground", { style: place2.board, hook: { insert: (vnode2) => void open2(ctrl2, game, given, key, vnode2.elm), destroy: () => shown2.delete(key) } })]), holds ? el("div.hand.hand-bottom", { style: { "--kinds": columns(game) } }, [el("div.pieces")]) : null, given.moves?.length ? steps(ctrl2, game, key, given, state2) : null, el("figcaption", {}, [given.caption[lang()]])]);
}
function placeOf(game, given) {
  const [one, two] = given.crop ?? [`${game.files}a`, `1${String.fromCharCode(96 + game.ranks)}`];
  const columns2 = [one, two].map((square) => game.files - Number(square[0]));
  const rows2 = [one, two].map((square) => square.charCodeAt(1) - 97);
  const [left, right] = [Math.min(...columns2), Math.max(...columns2)];
  const [top2, bottom] = [Math.min(...rows2), Math.max(...rows2)];
  const [width, height] = [right - left + 1, bottom - top2 + 1];
  return { window: { aspectRatio: `${width * 11} / ${height * 12}`, maxWidth: `${width * 2.6}rem` }, board: { width: `${game.files / width * 100}%`, height: `${game.ranks / height * 100}%`, left: `${-left / width * 100}%`, top: `${-top2 / height * 100}%` } };
}
async function open2(ctrl2, game, given, key, board) {
  const figure = board.closest("figure");
  const top2 = figure?.querySelector(".hand-top .pieces");
  const bottom = figure?.querySelector(".hand-bottom .pieces");
  const { board: pieces, hands: hands2, turn } = fields(given.sfen);
  const ground = Shogiground({ viewOnly: true, squareRatio: [11, 12], scaleDownPieces: false, sfen: { board: pieces, hands: hands2 }, turnColor: groundColor(turn), coordinates: coordinates(given.crop ? "none" : ctrl2.settings.coordinates), hands: { roles: [...game.hand].reverse().map(roleOf) }, promotion: { promotesTo: (role) => role.length > 1 ? role.slice(1) : `p${role}` }, animation: { enabled: ctrl2.settings.animation, duration: 300 }, forsyth }, { board, ...top2 && bottom ? { hands: { top: top2, bottom } } : {} });
  const state2 = { ground, steps: [], at: 0, reach: [] };
  shown2.set(key, state2);
  draw(state2, given);
  try {
    const line2 = { game: game.name, start: given.sfen };
    if (given.reach) state2.reach = (await api.position(line2)).moves.filter((move3) => move3.from === given.reach);
    if (given.moves?.length) state2.steps = (await api.line({ ...line2, moves: given.moves })).steps;
  } catch {
  }
  draw(state2, given);
  ctrl2.redraw();
}
function draw(state2, given) {
  const step2 = state2.steps[state2.at];
  const { board, hands: hands2 } = fields(step2?.sfen ?? given.sfen);
  const move3 = step2?.move;
  state2.ground.set({ sfen: { board, hands: hands2 } });
  state2.ground.set({ lastDests: move3 ? [move3.from, move3.to].filter(Boolean) : [] });
  state2.ground.setSquareHighlights(state2.at === 0 ? marks(state2, given) : fallen(move3));
  state2.ground.setAutoShapes(state2.at === 0 ? arrows(given) : []);
}
var fallen = (move3) => (move3?.captures ?? []).filter((captured) => captured.square !== move3?.to).map((captured) => ({ key: captured.square, className: "fallen" }));
function marks(state2, given) {
  const classes = { dot: "dest", cross: "cross", ring: "ring", fall: "falls" };
  const own = (given.marks ?? []).map((mark2) => ({ key: mark2.square, className: classes[mark2.kind] }));
  const next = state2.steps[1]?.move;
  const falls = fallen(next).map((square) => ({ ...square, className: "falls" }));
  const occupied = state2.ground.state.pieces;
  const reach = [...new Set(state2.reach.map((move3) => move3.to))].map((key) => ({ key, className: occupied.has(key) ? "dest oc" : "dest" }));
  const from = given.reach ? [{ key: given.reach, className: "selected" }] : [];
  return [...own, ...falls, ...reach, ...from];
}
function arrows(given) {
  const brushes2 = { move: "best", capture: "capture", no: "no" };
  return (given.arrows ?? []).map(({ from, to, kind }) => {
    const drop = /^(\+?[A-Z])\*$/i.exec(from)?.[1];
    const color = groundColor(fields(given.sfen).turn);
    const orig = drop ? { role: roleOf(drop), color } : from;
    return { orig, dest: to, brush: brushes2[kind ?? "move"] };
  });
}
function steps(ctrl2, game, key, given, state2) {
  const at = state2?.at ?? 0;
  const last = (state2?.steps.length ?? 1) - 1;
  const go = (to) => {
    if (!state2) return;
    state2.at = to;
    draw(state2, given);
    ctrl2.redraw();
  };
  const move3 = state2?.steps[at]?.move;
  return el("div.steps", { key: `${key}-steps` }, [iconButton("back", "back", t("walk.back"), () => go(at - 1), { disabled: at === 0 }), el("span", { attrs: { "aria-live": "polite" } }, [move3 ? notate(move3, game, ctrl2.settings.notation, null) : `${at} / ${last}`]), iconButton("forward", "forward", t("walk.forward"), () => go(at + 1), { disabled: at >= last })]);
}

// src/view/rules.ts
var pages = /* @__PURE__ */ new Map();
async function fetchPage(ctrl2, game) {
  pages.set(game, "wanted");
  try {
    const response = await fetch(`rules/${game}.json`);
    if (!response.ok) throw new Error(response.statusText);
    pages.set(game, await response.json());
  } catch {
    pages.set(game, "missing");
  }
  ctrl2.redraw();
}
function rulesPage(ctrl2, game) {
  const page = pages.get(game);
  if (!page) void fetchPage(ctrl2, game);
  return typeof page === "object" ? page : null;
}
var say = (text) => text[lang()];
var paragraph = (text) => say(text).split(/\*([^*]+)\*/).map((part, index2) => index2 % 2 ? el("em", {}, [part]) : part);
function rulesView(ctrl2) {
  const game = ctrl2.rulesOf;
  if (!game) return null;
  loadSet(setClass(ctrl2, game));
  const page = rulesPage(ctrl2, game);
  return el("aside.rules", { key: "rules", class: { [setClass(ctrl2, game)]: true }, attrs: { "aria-label": t("rules.label"), tabindex: 0 }, hook: { insert: (vnode2) => ctrl2.isChoosing && vnode2.elm.focus() } }, [el("header", {}, [select("rules-of", ctrl2.games.games.map((one) => [one.name, one.title[lang()]]), game, (name) => ctrl2.readRules(name), t("rules.of")), ctrl2.isChoosing ? button("rules-back.primary", t("rules.back"), () => ctrl2.readRules(null)) : null, game === ctrl2.game.name ? null : button("try", t("rules.try"), () => openBoard(ctrl2, game)), iconButton("close-rules", "close", t("rules.close"), () => ctrl2.readRules(null))]), ...page ? contents(ctrl2, page) : plain2(ctrl2, game)]);
}
function plain2(ctrl2, game) {
  if (pages.get(game) === "wanted") return [el("p.hint", {}, [t("rules.wait")])];
  return ctrl2.gameNamed(game).rules.map((text) => el("p", {}, [text]));
}
var contents = (ctrl2, page) => [el("h2", {}, [say(page.title)]), el("p.summary", {}, paragraph(page.summary)), ...page.sections.map((section) => sectionView(ctrl2, page, section))];
var sectionView = (ctrl2, page, section) => el("section", { key: `${page.game}-${section.id}`, attrs: { "data-section": section.id } }, [el("h3", {}, [say(section.title)]), ...section.blocks.map((block, index2) => blockView(ctrl2, page, block, `${page.game}-${section.id}-${index2}`))]);
function blockView(ctrl2, page, block, key) {
  switch (block.kind) {
    case "text":
      return el("p", { key }, paragraph(block.text));
    case "list":
      return el("ul", { key }, block.items.map((item) => el("li", {}, paragraph(item))));
    case "diagrams":
      return el("div.diagrams", { key }, block.diagrams.map((one, index2) => diagram(ctrl2, page.game, one, `${key}-${index2}`)));
    case "pieces":
      return el("div.piece-rows", { key }, block.rows.map((row) => pieceRow(ctrl2, page, row, `${key}-${row.role}`)));
  }
}
function pieceRow(ctrl2, page, row, key) {
  const game = ctrl2.gameNamed(page.game);
  const name = (role) => pieceName(game, kindOf(role));
  return el("div.piece-row", { key }, [el("h4", {}, [pieceImage("sente", row.role), name(row.role), row.promoted ? el("span.turned", {}, [" → ", pieceImage("sente", row.promoted), name(row.promoted)]) : null]), el("p", {}, paragraph(row.moves)), row.diagram || row.promotedDiagram ? el("div.diagrams", {}, [row.diagram ? diagram(ctrl2, page.game, row.diagram, `${key}-a`) : null, row.promotedDiagram ? diagram(ctrl2, page.game, row.promotedDiagram, `${key}-b`) : null]) : null]);
}

// src/view/newgame.ts
var control = (time) => ({ base: time.minutes * 6e4, increment: time.increment * 1e3, byoyomi: time.byoyomi * 1e3 });
var swapped = ({ players: { black, white } }) => ({ players: { black: white, white: black } });
function newGameDialog(ctrl2) {
  const { draft } = ctrl2;
  const change = (part) => {
    ctrl2.draft = { ...ctrl2.draft, ...part(ctrl2.draft) };
    ctrl2.redraw();
  };
  const game = ctrl2.gameNamed(draft.game);
  return dialogBox(ctrl2, "new-game", t("new.title"), () => ctrl2.openDialog(null), [el("div.games", { attrs: { role: "radiogroup", "aria-label": t("new.game") } }, ctrl2.games.games.map((one) => el("label.game", { key: one.name, class: { chosen: one.name === draft.game } }, [el("input", { attrs: { type: "radio", name: "game", value: one.name }, props: { checked: one.name === draft.game }, on: { change: () => change(() => ({ game: one.name, start: "start" })) } }), el("span", {}, [one.title[lang()]])]))), el("p.summary", {}, [(rulesPage(ctrl2, game.name)?.summary[lang()] ?? "") + " ", button("learn.link", t("new.learn"), () => ctrl2.readRulesFirst(game.name))]), el("div.fields", {}, [choose("start", t("new.start"), starts(ctrl2, draft), draft.start, (start5) => change(() => ({ start: start5 }))), ...["black", "white"].map((color) => choose(`new-${color}`, t("new.player", { color: colorName(color) }), playerOptions(ctrl2.games.limits.levels), playerKey(draft.players[color]), (key) => change(({ players }) => ({ players: { ...players, [color]: playerOf(key) } }))))]), el("div.quick", {}, [button("sides", t("new.swap"), () => change(swapped)), button("lots", t("new.lots"), () => {
    if (Math.random() < 0.5) change(swapped);
  })]), tick("timed", t("new.timed"), draft.timed, (timed) => change(() => ({ timed }))), draft.timed ? el("div.times", {}, ["black", "white"].map((color) => timeFields(draft, color, change))) : null, el("footer", {}, [button("start-game.primary", t("new.begin"), () => begin2(ctrl2), { autofocus: true }), button("open-board", t("new.board"), () => openBoard(ctrl2, draft.game, startOf(ctrl2)))])]);
}
function starts(ctrl2, draft) {
  const game = ctrl2.gameNamed(draft.game);
  const options = [["start", t("start.start")]];
  for (const handicap of game.handicaps) options.push([handicap.name, t(`handicap.${handicap.name}`)]);
  if (game.name === ctrl2.game.name && ctrl2.node.sfen !== game.start) options.push(["here", t("start.here")]);
  return options;
}
function timeFields(draft, color, change) {
  const shown3 = draft.time[color];
  const set = (part) => change(({ time }) => ({ time: { ...time, [color]: { ...time[color], ...part } } }));
  return el("fieldset", { key: color }, [el("legend", {}, [colorName(color)]), amount(`${color}-minutes`, t("time.minutes"), shown3.minutes, [0, 180, 0.5], (minutes) => set({ minutes })), amount(`${color}-increment`, t("time.increment"), shown3.increment, [0, 180, 1], (increment) => set({ increment })), amount(`${color}-byoyomi`, t("time.byoyomi"), shown3.byoyomi, [0, 180, 1], (byoyomi) => set({ byoyomi }))]);
}
function startOf(ctrl2) {
  const { draft } = ctrl2;
  if (draft.start === "start") return null;
  if (draft.start === "here") return ctrl2.node.sfen;
  return ctrl2.gameNamed(draft.game).handicaps.find((one) => one.name === draft.start)?.sfen ?? null;
}
function begin2(ctrl2) {
  const { draft } = ctrl2;
  const black = control(draft.time.black);
  const white = control(draft.time.white);
  const time = draft.timed && black.base + black.byoyomi > 0 && white.base + white.byoyomi > 0 ? { black, white } : null;
  begin(ctrl2, { game: draft.game, start: startOf(ctrl2), players: draft.players, time });
}

// src/view/lines.ts
var SHOWN = 14;
function analysisView(ctrl2) {
  const { analysis } = ctrl2;
  const best = analysis.infos[0];
  return el("section.analysis", { class: { on: analysis.on }, attrs: { "aria-label": t("analysis.label") } }, [el("div.analysis-head", {}, [el("button.switch", { attrs: { type: "button", role: "switch", "aria-checked": String(analysis.on), "data-do": "analysis" }, on: { click: () => analysis.toggle(ctrl2.node) } }, [el("span.knob"), t("analysis.label")]), best ? el("strong.score", { attrs: { "data-score": "" } }, [scoreText(forBlack(best.score, ctrl2.node))]) : null, best ? el("span.facts", {}, [facts(best)]) : null, analysis.on && !best ? el("span.facts", {}, [t(analysis.running ? "analysis.wait" : "analysis.none")]) : null, el("span.gap"), analysis.on ? linesChoice(ctrl2) : null]), analysis.on ? el("ol.lines", { on: { mouseleave: () => point(ctrl2, null) } }, analysis.infos.slice(0, ctrl2.settings.lines).map((info) => line(ctrl2, info))) : null]);
}
function linesChoice(ctrl2) {
  const options = Array.from({ length: ctrl2.games.limits.lines }, (_, index2) => [String(index2 + 1), t("analysis.lines", { count: index2 + 1 })]);
  return select("lines", options, String(ctrl2.settings.lines), (lines) => ctrl2.set({ lines: Number(lines) }), t("analysis.lines.label"));
}
var short = (value) => value >= 1e6 ? `${(value / 1e6).toFixed(1)}M` : value >= 1e3 ? `${(value / 1e3).toFixed(0)}k` : String(value);
var facts = (info) => t("analysis.facts", { depth: `${info.depth}/${info.seldepth}`, nodes: short(info.nodes), nps: short(info.nps) });
function point(ctrl2, usi) {
  if (ctrl2.hovered === usi) return;
  ctrl2.hovered = usi;
  ctrl2.redraw();
}
function line(ctrl2, info) {
  const moves = info.pv.map((usi, index2) => ({ usi, record: info.record[index2] ?? usi }));
  const words2 = moves.slice(0, SHOWN).map((move3, index2) => el("button.pv", { attrs: { type: "button", "data-usi": move3.usi }, on: { click: () => void ctrl2.follow(info.pv.slice(0, index2 + 1)) } }, [notate(move3, ctrl2.game, ctrl2.settings.notation, moves[index2 - 1] ?? ctrl2.node.move)]));
  return el("li", { key: info.multipv, attrs: { "data-line": info.multipv }, on: { mouseenter: () => point(ctrl2, info.pv[0] ?? null) } }, [el("strong", {}, [scoreText(forBlack(info.score, ctrl2.node))]), ...words2]);
}

// src/view/moves.ts
var moveText = (ctrl2, node) => node.move ? notate(node.move, ctrl2.game, ctrl2.settings.notation, node.parent?.move ?? null) : "";
var plyOf = (ctrl2, node) => node.ply + Number(ctrl2.tree.root.sfen.split(" ")[3] ?? 1) - 1;
function moveButton(ctrl2, node) {
  const current2 = node === ctrl2.node;
  const attrs = { type: "button", "data-node": node.id, "data-ply": node.ply, "data-usi": node.move?.usi ?? "" };
  if (current2) attrs["aria-current"] = "true";
  const glyph = node.judgement?.glyph;
  return el("button.move", { key: node.id, attrs, class: { current: current2, live: node === ctrl2.match?.live && ctrl2.match.running }, on: { click: () => ctrl2.jump(node) }, hook: { insert: (vnode2) => current2 && reveal(vnode2.elm), postpatch: (old, vnode2) => current2 && !old.data?.class?.["current"] && reveal(vnode2.elm) } }, [el("span.side", { attrs: { "aria-hidden": "true" } }, [mark(other(node.turn))]), moveText(ctrl2, node), glyph ? el("span.glyph", { attrs: { "data-glyph": glyph } }, [glyph]) : null, node.judgement && !node.outcome && !inVariation(node) ? el("span.score", {}, [scoreText(node.judgement.score)]) : null]);
}
var inVariation = (node) => node.parent?.children[0] !== node;
function reveal(button2) {
  requestAnimationFrame(() => {
    const list = button2.closest(".moves");
    if (!list) return;
    const [inner, outer] = [button2.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
  });
}
var comment = (node) => node.comment ? el("span.comment", {}, [node.comment]) : null;
function better(ctrl2, node) {
  const { judgement } = node;
  if (!judgement?.glyph || !judgement.best) return null;
  const move3 = notate(judgement.best, ctrl2.game, ctrl2.settings.notation, node.parent?.move ?? null);
  return el("span.comment.better", {}, [t(`judged.${judgement.glyph}`), " ", t("judged.best", { move: move3 })]);
}
function variation(ctrl2, first) {
  const row = [];
  for (let at = first; at; at = at.children[0]) {
    row.push(el("span.number", {}, [`${plyOf(ctrl2, at)}.`]), moveButton(ctrl2, at), comment(at));
    if (at !== first) row.push(...siblings(at).map((side) => variation(ctrl2, side)));
  }
  return el("div.variation", { key: `v${first.id}` }, row);
}
var siblings = (node) => node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
function watchSize(list) {
  const observer = new ResizeObserver(() => {
    const current2 = list.querySelector("[aria-current]");
    if (current2) reveal(current2);
  });
  observer.observe(list);
}
function movesView(ctrl2) {
  const rows2 = [comment(ctrl2.tree.root)];
  for (let at = ctrl2.tree.root.children[0]; at; at = at.children[0]) {
    rows2.push(el("li", { key: at.id, attrs: { value: plyOf(ctrl2, at) } }, [el("span.number", {}, [String(plyOf(ctrl2, at))]), moveButton(ctrl2, at), better(ctrl2, at), comment(at), ...siblings(at).map((side) => variation(ctrl2, side))]));
  }
  const empty = ctrl2.tree.root.children.length === 0;
  const attrs = { role: "region", "aria-label": t("moves.label"), tabindex: 0 };
  const hook = { insert: (vnode2) => watchSize(vnode2.elm) };
  return el("div.moves", { attrs, hook }, [empty ? el("p.hint", {}, [t("moves.none")]) : el("ol", {}, rows2)]);
}
function commentView(ctrl2) {
  const { node } = ctrl2;
  return el("textarea.comment-field", { key: `comment-${node.id}`, attrs: { name: "comment", rows: 2, placeholder: t("comment.placeholder"), "aria-label": t("comment.placeholder") }, ...shown(node.comment), on: { change: (event) => ctrl2.comment(node, event.target.value.trim()) } });
}

// src/view/status.ts
function statusView(ctrl2) {
  const { match, node } = ctrl2;
  const outcome = node.outcome;
  const over = match?.end && node === match.live ? match.end : outcome;
  return el("div.status", { attrs: { role: "status" } }, [over ? el("p.result", { attrs: { "data-winner": over.winner ?? "none", "data-reason": over.reason } }, [describeEnd(over, node.sfen, match?.personColor() ?? null)]) : el("p.turn", {}, [turnText(ctrl2), node.check ? el("strong.check", {}, [` ${t("said.check")}`]) : null]), ...over ? [] : counts(ctrl2.position)]);
}
function turnText(ctrl2) {
  const { match, node } = ctrl2;
  const color = colorName(node.turn);
  if (!match?.running) return t("status.turn", { color });
  if (node !== match.live) return t("status.elsewhere");
  if (match.paused) return t("status.paused");
  if (match.players[node.turn].kind === "engine") return t("status.engine", { color });
  return match.hasEngine() ? t("status.yours", { color }) : t("status.turn", { color });
}
var NEAR = 0.3;
var verdict2 = (outcome) => outcome.winner ? t("count.wins", { color: colorName(outcome.winner) }) : t("count.draw");
function counts(position) {
  if (!position) return [];
  const { repetition, clock: clock2, declaration } = position.counts;
  return [repetition.occurrences > 1 ? count("repetition", repetition.occurrences, repetition.limit, t("count.repetition"), repetition.verdict) : null, clock2 && (clock2.reason === "impasse" || clock2.played >= clock2.limit * NEAR) ? count(clock2.reason, clock2.played, clock2.limit, describeReason(clock2.reason), clock2.verdict) : null, clock2?.points ? el("p.count", { attrs: { "data-count": "points" } }, [t("count.points", { ...clock2.points })]) : null, declaration ? declarationCount(declaration) : null];
}
function count(name, now, limit, label2, outcome) {
  return el("p.count", { key: name, attrs: { "data-count": name, "data-now": now, "data-limit": limit }, class: { near: now >= limit - Math.max(1, limit * 0.1) } }, [el("span", {}, [`${label2} ${now} / ${limit}`]), el("meter", { attrs: { min: 0, max: limit, "aria-label": label2 }, props: { value: now } }), outcome ? el("span.verdict", {}, [verdict2(outcome)]) : null]);
}
function declarationCount(sides) {
  const side = (color) => {
    const { pieces, piecesNeeded, points, pointsNeeded } = sides[color];
    return t("count.declaration", { color: colorName(color), pieces, piecesNeeded, points, pointsNeeded });
  };
  const shown3 = ["black", "white"].filter((color) => sides[color].king);
  return el("p.count", { attrs: { "data-count": "declaration" } }, [shown3.map(side).join(" ")]);
}

// src/view/panel.ts
function panelView(ctrl2) {
  return el("section.panel", { attrs: { "aria-label": t("panel.label") } }, [analysisView(ctrl2), movesView(ctrl2), offers(ctrl2), statusView(ctrl2), walking(ctrl2), gameActions(ctrl2), entry(ctrl2), el("details.more", {}, [el("summary", {}, [t("more.label")]), commentView(ctrl2), el("div.actions", {}, treeActions(ctrl2)), engineSaw(ctrl2) ? el("p.hint", {}, [engineSaw(ctrl2)]) : null])]);
}
function walking(ctrl2) {
  const { node } = ctrl2;
  const start5 = !node.parent;
  const end3 = !node.children.length;
  return el("nav.walking", { attrs: { "aria-label": t("walk.label") } }, [iconButton("first", "first", t("walk.first"), () => ctrl2.walk("first"), { disabled: start5 }), iconButton("back", "back", t("walk.back"), () => ctrl2.walk("back"), { disabled: start5 }), iconButton("forward", "forward", t("walk.forward"), () => ctrl2.walk("forward"), { disabled: end3 }), iconButton("last", "last", t("walk.last"), () => ctrl2.walk("last"), { disabled: end3 }), iconButton("flip", "flip", t("walk.flip"), () => ctrl2.flip())]);
}
function offers(ctrl2) {
  const { match } = ctrl2;
  const away = match?.running && ctrl2.node !== match.live;
  const declares = !away && match?.awaitsPerson() && ctrl2.position?.declaration;
  return el("div.offers", { key: "offers" }, [away ? button("live", t("act.live"), () => ctrl2.jump(match.live)) : null, away ? playHere2(ctrl2) : null, declares ? button("declare", t("act.declare"), () => ctrl2.declare()) : null, match?.running && ctrl2.resigning ? sureOfResigning(ctrl2) : null, match?.running && ctrl2.offering ? sureOfDraw(ctrl2) : null]);
}
function gameActions(ctrl2) {
  const { match } = ctrl2;
  if (!match) return el("div.actions", { key: "free" }, [playHere2(ctrl2), hint(ctrl2)]);
  if (!match.running) return el("div.actions", { key: "over" }, [button("rematch", t("act.rematch"), () => begin(ctrl2, { ...match.setup, players: match.players })), playHere2(ctrl2), match.end?.reason === "resignation" || match.takeBackTarget() ? takeBack(ctrl2) : null]);
  const pauses = match.paused || match.clock !== null || match.bothEngines();
  return el("div.actions", { key: "running" }, [iconButton("pause", match.paused ? "play" : "pause", t(match.paused ? "act.resume" : "act.pause"), () => match.paused ? match.resume() : match.pause(), { disabled: !pauses }), takeBack(ctrl2), hint(ctrl2), match.bothEngines() ? null : iconButton("draw", "hand", t("act.draw"), () => ctrl2.askDraw(!ctrl2.offering), { disabled: ctrl2.asking || match.thinking, pressed: ctrl2.offering }), match.hasEngine() ? iconButton("swap", "swap", t("act.swap"), () => ctrl2.swapSides()) : null, match.bothEngines() ? null : iconButton("resign", "flag", t("act.resign"), () => ctrl2.askResign(!ctrl2.resigning), { pressed: ctrl2.resigning })]);
}
var takeBack = (ctrl2) => iconButton("takeback", "undo", t("act.takeback"), () => ctrl2.takeBack(), { disabled: !ctrl2.match?.takeBackTarget() });
var hint = (ctrl2) => iconButton("hint", "bulb", t("act.hint"), () => void askHint(ctrl2), { disabled: ctrl2.asking || !ctrl2.movable() || !ctrl2.position?.moves.length, pressed: ctrl2.asking });
function sureOfResigning(ctrl2) {
  return el("span.sure", { key: "sure" }, [button("resign-yes.danger", t("act.resign.sure"), () => {
    ctrl2.askResign(false);
    ctrl2.match?.resign();
  }, { careful: true }), iconButton("resign-no", "close", t("act.cancel"), () => ctrl2.askResign(false))]);
}
var sureOfDraw = (ctrl2) => el("span.sure", { key: "sure-of-draw" }, [button("draw-yes.danger", t("act.draw.sure"), () => void offerDraw(ctrl2), { careful: true, disabled: ctrl2.asking || Boolean(ctrl2.match?.thinking) }), iconButton("draw-no", "close", t("act.cancel"), () => ctrl2.askDraw(false))]);
function playHere2(ctrl2) {
  return button("play-here", t("act.playhere"), () => playHere(ctrl2), { disabled: !ctrl2.position?.moves.length });
}
function treeActions(ctrl2) {
  const { node } = ctrl2;
  const fixed = Boolean(ctrl2.match?.running) && isMainLine(node);
  return [button("promote", t("tree.promote"), () => ctrl2.promote(node), { disabled: isMainLine(node) || Boolean(ctrl2.match?.running) }), button("remove", t("tree.remove"), () => ctrl2.remove(node), { disabled: fixed || !node.parent }), button("share", t("act.share"), () => void share(ctrl2))];
}
function entry(ctrl2) {
  return el("div.entry", {}, [el("input", { key: "entry", attrs: { name: "entry", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("entry.placeholder"), "aria-label": t("entry.label"), list: "legal-moves" }, on: { keydown: (event) => {
    const field = event.target;
    const word = field.value.trim();
    if (event.key !== "Enter" || event.isComposing || !word) return;
    void ctrl2.typed(word).then((good) => {
      if (good) field.value = "";
    });
  } } }), el("datalist", { attrs: { id: "legal-moves" } }, ctrl2.legal().map((move3) => {
    const value = notate(move3, ctrl2.game, ctrl2.settings.notation, ctrl2.node.move);
    return el("option", { key: move3.usi, attrs: { value } });
  }))]);
}

// src/view/question.ts
var questionDialog = (ctrl2, { text, yes, no }) => dialogBox(ctrl2, "question", text, () => ctrl2.answer(false), [el("footer", {}, [button("answer-yes.danger", yes, () => ctrl2.answer(true), { careful: true }), button("answer-no", no, () => ctrl2.answer(false), { autofocus: true })])]);

// src/view/records.ts
var FORMATS = ["record", "usi", "log", "sfen"];
function recordsDialog(ctrl2) {
  const { records } = ctrl2;
  return dialogBox(ctrl2, "records", t("records.title"), () => ctrl2.openDialog(null), [el("section", {}, [el("h3", {}, [t("records.load")]), el("p.hint", {}, [t("records.load.hint")]), el("textarea", { attrs: { name: "import", rows: 5, "aria-label": t("records.load"), spellcheck: "false" }, on: { input: (event) => records.text = event.target.value } }), el("div.actions", {}, [button("import.primary", t("records.read"), () => void records.read(records.text)), el("label.file", {}, [t("records.file"), el("input", { attrs: { type: "file", name: "file", accept: ".txt,.json,.jsonl,.log,.sfen,.usi,.kif,text/*" }, on: { change: (event) => void records.readFile(event.target.files?.[0]) } })])]), ...failures(ctrl2), records.found.length > 1 ? found(ctrl2, records.found) : null]), el("section", {}, [el("h3", {}, [t("records.save")]), el("div.actions", {}, [...FORMATS.map((format) => button("export", t(`format.${format}`), () => void records.write(format), { data: { format }, pressed: records.format === format }))]), records.written ? el("div.written", {}, [el("textarea", { attrs: { name: "export", rows: 6, readonly: true, "aria-label": t("records.save") }, ...shown(records.written.text) }), el("div.actions", {}, [button("copy", t("records.copy"), () => void records.copy()), button("download", t("records.download"), () => records.download())])]) : null, el("div.actions", {}, [button("share", t("act.share"), () => void share(ctrl2))])])]);
}
var failures = (ctrl2) => ctrl2.records.failures.map((failure) => el("p.error", { attrs: { role: "alert" } }, [t("records.failure", { line: failure.line }), " ", failure.message]));
function found(ctrl2, games) {
  const item = (game, index2) => {
    const result = game.result === "black" || game.result === "white" ? t("result.win", { color: colorName(game.result) }) : game.result ? t(`result.${game.result}`) : "";
    const players = game.black || game.white ? `${game.black ?? "?"} – ${game.white ?? "?"}` : "";
    return el("li", { key: index2 }, [button("load", "", () => ctrl2.records.load(game), { children: [`${index2 + 1}. ${ctrl2.gameNamed(game.game).title[lang()]} · ${players} · ${t("records.plies", { count: game.plies })} ${result}`] })]);
  };
  return el("ol.found", {}, games.map(item));
}

// src/view/settings.ts
function settingsDialog(ctrl2) {
  const { settings } = ctrl2;
  const { limits } = ctrl2.games;
  const family = familyOf(ctrl2.game.name);
  const words2 = (prefix, keys) => keys.map((key) => [key, t(`${prefix}.${key}`)]);
  return dialogBox(ctrl2, "settings", t("settings.title"), () => ctrl2.openDialog(null), [el("div.fields", {}, [choose("lang", t("settings.lang"), [["en", "English"], ["ja", "日本語"]], settings.lang, (lang2) => ctrl2.set({ lang: lang2 })), choose("theme", t("settings.theme"), words2("theme", ["auto", "light", "dark"]), settings.theme, (theme) => ctrl2.set({ theme })), choose("set", t("settings.set"), words2("set", SETS[family]), settings.sets[family], (set) => ctrl2.set({ sets: { ...settings.sets, [family]: set } })), choose("coordinates", t("settings.coordinates"), words2("coords", ["engine", "numeric", "japanese", "none"]), settings.coordinates, (coordinates2) => ctrl2.set({ coordinates: coordinates2 })), choose("notation", t("settings.notation"), words2("notation", NOTATIONS), settings.notation, (notation) => ctrl2.set({ notation })), tick("sound", t("settings.sound"), settings.sound, (sound) => ctrl2.set({ sound })), tick("animation", t("settings.animation"), settings.animation, (animation) => ctrl2.set({ animation })), tick("dests", t("settings.dests"), settings.showDests, (showDests) => ctrl2.set({ showDests })), tick("arrows", t("settings.arrows"), settings.arrows, (arrows2) => ctrl2.set({ arrows: arrows2 })), tick("bar", t("settings.bar"), settings.bar, (bar2) => ctrl2.set({ bar: bar2 })), amount("threads", t("settings.threads"), settings.threads, [1, limits.threads, 1], (threads) => ctrl2.set({ threads })), amount("hash", t("settings.hash"), settings.hash, [1, limits.hash, 1], (hash) => ctrl2.set({ hash })), amount("engine-time", t("settings.enginetime"), settings.engineTime / 1e3, [0.1, 600, 0.1], (seconds) => ctrl2.set({ engineTime: Math.round(seconds * 1e3) }))]), el("p.hint", {}, [ctrl2.games.program, " · ", el("a", { attrs: { href: "licences.txt", target: "_blank" } }, [t("settings.licences")])])]);
}
function keysDialog(ctrl2) {
  const keys = [["← →", t("keys.walk")], ["↑ ↓", t("keys.ends")], ["⇧ ↑ ↓", t("keys.variation")], ["Tab", t("keys.tab")], ["Enter", t("keys.enter")], ["Esc", t("keys.escape")], ["/", t("keys.entry")], ["f", t("keys.flip")], ["a", t("keys.analysis")], ["h", t("keys.hint")], ["u", t("keys.takeback")], ["n", t("keys.new")], ["r", t("keys.rules")], ["?", t("keys.help")]];
  return dialogBox(ctrl2, "keys", t("keys.title"), () => ctrl2.openDialog(null), [el("dl.keys", {}, keys.flatMap(([key, text]) => [el("dt", {}, [el("kbd", {}, [key])]), el("dd", {}, [text])]))]);
}

// src/view/app.ts
function view(ctrl2) {
  const game = ctrl2.boardGame;
  return el("div#app", { class: { "with-rules": ctrl2.rulesOf !== null } }, [top(ctrl2, game), el("main", { attrs: hooks2(ctrl2), style: { "--files": String(game.files), "--ranks": String(game.ranks) }, class: { "no-hands": !game.hand.length } }, [rulesView(ctrl2), el("div.table", { key: "table", class: { [setClass(ctrl2, game.name)]: true } }, [boardView(ctrl2), handView(ctrl2, "top"), ctrl2.editor ? null : playerView(ctrl2, "top"), ctrl2.editor ? editorView(ctrl2, ctrl2.editor) : panelView(ctrl2), ctrl2.editor ? null : playerView(ctrl2, "bottom"), handView(ctrl2, "bottom")]), ctrl2.editor ? null : graphView(ctrl2)]), el("div.heard", { attrs: { "aria-live": "polite", role: "log", "data-said": "" } }, [el("p", { key: ctrl2.said }, [ctrl2.said])]), ctrl2.dialog || ctrl2.question ? null : floatingNotice(ctrl2), dialog(ctrl2), ctrl2.question ? questionDialog(ctrl2, ctrl2.question) : null]);
}
function hooks2(ctrl2) {
  const { match, node } = ctrl2;
  const end3 = match?.end ?? node.outcome;
  return { "data-state": state(ctrl2), "data-ply": node.ply, "data-legal": ctrl2.legal().length, "data-game": ctrl2.boardGame.name, "data-result": end3 ? `${end3.winner ? `${end3.winner} wins` : "draw"}: ${end3.reason}` : "" };
}
function state(ctrl2) {
  const { match } = ctrl2;
  if (ctrl2.editor) return "editing";
  if (ctrl2.report.progress || ctrl2.asking) return "busy";
  if (!match) return "free";
  if (!match.running) return "over";
  if (match.paused) return "paused";
  return match.thinking ? "thinking" : "idle";
}
function top(ctrl2, game) {
  const sound = ctrl2.settings.sound;
  return el("header.top", {}, [el("h1", {}, [el("span.brand", { attrs: { "aria-hidden": "true" } }, ["変"]), el("span", {}, ["Kawari"]), el("span.title", {}, [game.title[lang()]])]), el("nav", { attrs: { "aria-label": t("nav.label") } }, [menu("new", "plus", t("nav.new"), () => ctrl2.openDialog("new")), menu("edit", "edit", t("nav.edit"), () => edit(ctrl2)), menu("records", "save", t("nav.records"), () => ctrl2.openDialog("records")), menu("rules", "book", t("nav.rules"), () => ctrl2.readRules(ctrl2.rulesOf ? null : ctrl2.game.name), ctrl2.rulesOf !== null), iconButton("sound", sound ? "sound" : "mute", t("settings.sound"), () => ctrl2.set({ sound: !sound }), { pressed: sound }), button("language", ctrl2.settings.lang === "en" ? "日本語" : "English", () => ctrl2.set({ lang: ctrl2.settings.lang === "en" ? "ja" : "en" })), iconButton("keys", "keys", t("keys.title"), () => ctrl2.openDialog("keys")), iconButton("settings", "gear", t("settings.title"), () => ctrl2.openDialog("settings"))])]);
}
var menu = (name, icon, label2, press, pressed) => button(`${name}.menu`, label2, press, { title: label2, children: [sign(icon), el("span", {}, [label2])], ...pressed === void 0 ? {} : { pressed } });
function dialog(ctrl2) {
  switch (ctrl2.dialog) {
    case "new":
      return newGameDialog(ctrl2);
    case "records":
      return recordsDialog(ctrl2);
    case "settings":
      return settingsDialog(ctrl2);
    case "keys":
      return keysDialog(ctrl2);
    case "token":
      return tokenDialog(ctrl2);
    case null:
      return null;
  }
}

// src/main.ts
var patch = init([attributesModule, classModule, eventListenersModule, propsModule, styleModule]);
var drawn;
var draw2 = (vnode2) => void (drawn = patch(drawn, vnode2));
function drawing(ctrl2) {
  let waiting = false;
  const drawNow = () => {
    waiting = false;
    dress(ctrl2.settings);
    draw2(view(ctrl2));
    ctrl2.board?.sync();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    if (document.hidden) queueMicrotask(drawNow);
    else requestAnimationFrame(drawNow);
  };
}
function dress(settings) {
  const root = document.documentElement;
  root.lang = lang();
  root.dataset["theme"] = settings.theme;
}
var shared = null;
async function readAddress() {
  const words2 = new URLSearchParams(location.hash.slice(1));
  const token = words2.get("token");
  words2.delete("token");
  shared = readFragment(words2) ?? shared;
  if (location.hash) history.replaceState(null, "", location.pathname + (words2.has("game") ? `#${words2}` : ""));
  if (token) await takeToken(token);
}
function takeShared() {
  const taken2 = shared;
  shared = null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  return taken2;
}
async function show(ctrl2, { game, start: start22, moves, ply }) {
  try {
    const tree = await treeOfRecord({ game, start: start22, moves: moves.map((usi) => ({ usi })) });
    const line2 = pathTo(endOf(tree.root));
    ctrl2.show(game, start22, tree, line2[ply ?? line2.length - 1] ?? tree.root);
    ctrl2.changed();
    return true;
  } catch (error) {
    ctrl2.failed(error);
    return false;
  }
}
var ctrl = null;
var hasFailed = false;
function fail(error, again) {
  hasFailed = true;
  draw2(failureView(error, again, () => void start4(true)));
}
async function start4(again = false) {
  hasFailed = false;
  let page;
  try {
    page = new Ctrl(await api.games());
  } catch (error) {
    return fail(error, again);
  }
  ctrl = page;
  page.redraw = drawing(page);
  bindKeys(page);
  bindFiles(page);
  addEventListener("pagehide", () => page.changed());
  const named = takeShared();
  if (named && await show(page, named)) return;
  const before2 = kept();
  if (before2) restore(page, before2);
  else await welcome(page);
}
async function begin3() {
  const place2 = document.querySelector("#app");
  if (!place2) return;
  drawn = place2;
  const settings = loadSettings();
  dress(settings);
  onToken(() => {
    if (ctrl) ctrl.unlocked();
    else if (hasFailed) void start4();
  });
  addEventListener("hashchange", async () => {
    await readAddress();
    const page = ctrl;
    const named = page && takeShared();
    if (named) page.unlessPlaying(() => void show(page, named));
  });
  await Promise.all([readAddress(), speak(settings.lang)]);
  place2.replaceChildren();
  document.documentElement.lang = lang();
  await start4();
}
begin3().catch((error) => fail(error, false));
