-- Copyright (c) 2026 The burstlab authors
-- SPDX-License-Identifier: GPL-2.0-only
--
-- Wireshark 3.6 or later: packets of ServerNet, as the ServerNet Cluster Manual, p. 1-24, lays them out.
--
--     tshark -X lua_script:contrib/servernet/doc/servernet.lua -r FILE.pcap

local TYPES = { [0] = "read request", "read response", "write request", "write response" }
local HEADER, ADDRESS, CRC = 8, 4, 4 -- bytes
local POLYNOMIAL = 0xEDB88320 -- of IEEE 802.3, reflected

local servernet = Proto("servernet", "ServerNet")
local field = {
  destination = ProtoField.uint24("servernet.destination", "Destination", base.DEC, nil, 0xfffff0),
  source = ProtoField.uint24("servernet.source", "Source", base.DEC, nil, 0x0fffff),
  type = ProtoField.uint8("servernet.type", "Transaction type", base.DEC, TYPES, 0xf0),
  length = ProtoField.uint16("servernet.length", "Data length", base.DEC, nil, 0x0ff0),
  id = ProtoField.uint8("servernet.id", "Transaction ID", base.DEC, nil, 0x0f),
  path = ProtoField.uint8("servernet.path", "Path", base.DEC, { [0] = "X", "Y" }, 0x80),
  response = ProtoField.bool("servernet.response", "Response", 8, nil, 0x40),
  nack = ProtoField.bool("servernet.nack", "Nack", 8, nil, 0x20),
  address = ProtoField.uint32("servernet.address", "Address", base.HEX),
  data = ProtoField.bytes("servernet.data", "Data"),
  crc = ProtoField.uint32("servernet.crc", "CRC", base.HEX),
  right = ProtoField.bool("servernet.crc.right", "CRC is right"),
}
for _, each in pairs(field) do
  table.insert(servernet.fields, each)
end

local function crc(bytes)
  local rest = 0xffffffff
  for i = 0, bytes:len() - 1 do
    rest = bit.bxor(rest, bytes:get_index(i))
    for _ = 1, 8 do
      local low = bit.band(rest, 1)
      rest = bit.rshift(rest, 1)
      if low == 1 then
        rest = bit.bxor(rest, POLYNOMIAL)
      end
    end
  end
  return bit.tohex(bit.bnot(rest))
end

function servernet.dissector(buffer, pinfo, tree)
  local size = buffer:len()
  if size < HEADER + CRC then
    return 0
  end
  local type = buffer(5, 1):bitfield(0, 4)
  local named = TYPES[type] or string.format("type %d", type)
  local source, destination = buffer(2, 3):bitfield(4, 20), buffer(0, 3):bitfield(0, 20)
  local path = buffer(7, 1):bitfield(0, 1) == 1 and "Y" or "X"
  pinfo.cols.protocol = "ServerNet"
  pinfo.cols.src, pinfo.cols.dst = tostring(source), tostring(destination)
  pinfo.cols.info = string.format("%s, %d > %d, %s, ID %d, length %d", named, source, destination, path,
    buffer(6, 1):bitfield(4, 4), buffer(5, 2):bitfield(4, 8))
  local branch = tree:add(servernet, buffer())
  branch:add(field.destination, buffer(0, 3))
  branch:add(field.source, buffer(2, 3))
  branch:add(field.type, buffer(5, 1))
  branch:add(field.length, buffer(5, 2))
  branch:add(field.id, buffer(6, 1))
  for _, name in ipairs({ "path", "response", "nack" }) do
    branch:add(field[name], buffer(7, 1))
  end
  local at = HEADER
  if buffer(7, 1):bitfield(1, 1) == 0 and size >= HEADER + ADDRESS + CRC then
    branch:add(field.address, buffer(at, ADDRESS))
    at = at + ADDRESS
  end
  if at < size - CRC then
    branch:add(field.data, buffer(at, size - CRC - at))
  end
  local trailer = buffer(size - CRC, CRC)
  branch:add(field.crc, trailer)
  branch:add(field.right, trailer, crc(buffer(0, size - CRC):bytes()) == trailer:bytes():tohex(true))
  return size
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, servernet)
